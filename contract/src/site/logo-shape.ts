import type { Logo } from './name.ts'

/** A wide logo is shown without the name, which it usually contains. */
export const isWide = ({ width, height }: Pick<Logo, 'width' | 'height'>): boolean => width > height * 1.5
