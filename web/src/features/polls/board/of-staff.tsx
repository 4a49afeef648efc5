import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { accountQuery } from '#lib/session/email-confirmation.ts'

/** What only staff sees. */
export function OfStaff({ children }: { children: ReactNode }) {
  const { data } = useQuery(accountQuery())
  return data && data.role !== 'user' ? children : null
}
