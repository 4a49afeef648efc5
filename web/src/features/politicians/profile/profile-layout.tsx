import type { ReactNode } from 'react'

/**
 * The top of a profile, used for both the skeleton and the loaded content. Sharing one `<h1>` keeps the focus that it
 * received on navigation when the name replaces its skeleton.
 */
export function ProfileLayout({
  portrait,
  name,
  details,
  contact,
  ratings,
  busy,
}: {
  portrait: ReactNode
  name: ReactNode
  details: ReactNode
  contact: ReactNode
  ratings: ReactNode
  busy: boolean
}) {
  return (
    <div
      aria-busy={busy}
      className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[1fr_22rem] lg:grid-rows-[auto_1fr] lg:gap-x-12"
    >
      <div className="flex flex-col gap-5 sm:flex-row sm:gap-7">
        {portrait}
        <div className="min-w-0 flex-1">
          <h1 className="text-[clamp(1.25rem,11vw,1.875rem)] leading-tight sm:text-4xl">{name}</h1>
          {details}
        </div>
      </div>
      {/* On a phone, ratings come before the contact details, because more visitors look for them. */}
      <div className="lg:row-span-2">{ratings}</div>
      {contact}
    </div>
  )
}
