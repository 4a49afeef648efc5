import { lazyValue } from './lazy-value.ts'

/**
 * The link finder, or undefined until its code is loaded. Text is shown without links until then: a link has the size of
 * its text, so nothing moves.
 */
export const { useValue: useLinkFinder } = lazyValue(() => import('./find-links.ts').then((module) => module.findLinks))
