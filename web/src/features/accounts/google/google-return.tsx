import { useQuery } from '@tanstack/react-query'
import { LoaderCircle } from 'lucide-react'
import { googleReturnQuery, type GoogleReturn } from './google.ts'
import { FormAlert } from '#ui/form/form-alert.tsx'

/** Back from Google: says what goes on, and what went wrong. Whoever is signed in by it is led on by the page. */
export function GoogleReturnNotice({ back }: { back: GoogleReturn }) {
  const { error } = useQuery(googleReturnQuery(back))
  if (error) {
    return (
      <div className="mb-6">
        <FormAlert>{error.message}</FormAlert>
      </div>
    )
  }
  return (
    <output className="mb-6 flex items-center gap-3 rounded-control bg-sunken p-4">
      <LoaderCircle aria-hidden className="size-5 animate-spin text-accent" />
      Signing you in with Google…
    </output>
  )
}
