import { contactOffice } from '@wtpu/contract/politicians'
import { useMutation } from '@tanstack/react-query'
import { type ApiFailure, call } from '#lib/api.ts'

export type OfficeMessage = Record<'name' | 'email' | 'subject' | 'message', string>

export function useContactOffice(politicianId: number) {
  return useMutation<unknown, ApiFailure, OfficeMessage>({
    mutationFn: (message) => call(contactOffice, { params: { id: politicianId }, body: message }),
  })
}
