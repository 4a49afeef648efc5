import { useQuery } from '@tanstack/react-query'
import { LoaderCircle } from 'lucide-react'
import { googleCallbackQuery, type GoogleCallback } from './google.ts'
import { FormAlert } from '#ui/form/form-alert.tsx'

/** Shows progress or the error after returning from Google. The login route redirects once the user is signed in. */
export function GoogleCallbackStatus({ callback }: { callback: GoogleCallback }) {
  const { error } = useQuery(googleCallbackQuery(callback))
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
