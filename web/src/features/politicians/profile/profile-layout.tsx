import type { ReactNode } from 'react'

/**
 * The head of a profile, its name still a skeleton or already there: one heading for both, so that the focus it got on
 * arrival stays when the name comes.
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
          <h1 className="text-3xl leading-tight sm:text-4xl">{name}</h1>
          {details}
        </div>
      </div>
      {/* On a phone the rating comes before the address book: it is what people came for. */}
      <div className="lg:row-span-2">{ratings}</div>
      {contact}
    </div>
  )
}
