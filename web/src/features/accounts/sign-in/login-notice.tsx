import { CircleCheck, Info } from 'lucide-react'
import { classes } from '#lib/classes.ts'

const toneStyles = {
  good: { Icon: CircleCheck, className: 'border-good bg-good-tint text-good' },
  calm: { Icon: Info, className: 'border-line bg-tint text-ink' },
}

/** A notice above the login form, for example after a password reset. */
export function LoginNotice({ tone, children }: { tone: keyof typeof toneStyles; children: string }) {
  const { Icon, className } = toneStyles[tone]
  return (
    <output className={classes('mb-6 flex gap-2.5 rounded-control border p-3.5', className)}>
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      {children}
    </output>
  )
}
