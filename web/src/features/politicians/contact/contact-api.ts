import { contactOffice } from '@wtpu/contract/politicians'
import { useMutation } from '@tanstack/react-query'
import { type ApiFailure, call } from '#lib/api/api.ts'

export type OfficeMessage = Record<'name' | 'email' | 'subject' | 'message', string>

/** Calls `onSent` even after the form has unmounted, so that the draft is cleared. */
export function useContactOffice(politicianId: number, onSent: () => void) {
  return useMutation<unknown, ApiFailure, OfficeMessage>({
    mutationFn: (message) => call(contactOffice, { params: { id: politicianId }, body: message }),
    onSuccess: onSent,
  })
}
