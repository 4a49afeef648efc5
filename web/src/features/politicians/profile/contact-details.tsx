import type { Politician } from '@wtpu/contract/politicians'
import Globe from 'lucide-react/icons/globe'
import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import Phone from 'lucide-react/icons/phone'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { emailLink, phoneLink, websiteLink } from '#features/politicians/rules.ts'
import { classes } from '#lib/classes.ts'

/** The office's published email, phone, website and address. */
export function ContactDetails({ politician, className }: { politician: Politician; className: string }) {
  const email = emailLink(politician.email)
  const phone = phoneLink(politician.phone_number)
  const website = websiteLink(politician.official_website)
  const address = politician.office_address.trim()
  if (!email && !phone && !website && !address) return null
  return (
    <dl className={classes('grid gap-x-8 gap-y-2', className)}>
      {email && (
        <Entry Icon={Mail} label="Email">
          <ContactLink href={email.href}>{email.label}</ContactLink>
        </Entry>
      )}
      {phone && (
        <Entry Icon={Phone} label="Phone">
          <ContactLink href={phone}>{politician.phone_number}</ContactLink>
        </Entry>
      )}
      {website && (
        <Entry Icon={Globe} label="Official website">
          <ContactLink href={website.href}>{website.label}</ContactLink>
        </Entry>
      )}
      {address && (
        <Entry Icon={MapPin} label="Office address">
          <span className="py-2.5">{address}</span>
        </Entry>
      )}
    </dl>
  )
}

function Entry({ Icon, label, children }: { Icon: LucideIcon; label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="flex items-center gap-2 text-sm text-soft">
        <Icon aria-hidden className="size-4 shrink-0" />
        {label}
      </dt>
      <dd className="flex min-h-11 items-center font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}

/** A website opens in a new tab. */
export function ContactLink({
  href,
  className = 'text-link py-2.5',
  children,
}: {
  href: string
  className?: string
  children: ReactNode
}) {
  const isExternal = href.startsWith('http')
  return (
    <a href={href} className={className} {...(isExternal && { target: '_blank', rel: 'noopener noreferrer external' })}>
      {children} {isExternal && <span className="sr-only">(opens in a new tab)</span>}
    </a>
  )
}
