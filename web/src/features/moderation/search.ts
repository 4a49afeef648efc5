import type { CaseStatus } from '@wtpu/contract/moderation/cases'
import { textParam } from '#lib/search.ts'

/** The search params of /moderation: which list, and the id of the case that is open. */
export interface QueueSearch {
  /** Omitted for the open ones. */
  status?: CaseStatus
  case?: string
}

// Not from the contract, whose schemas every page would load.
const statuses: readonly CaseStatus[] = ['mine', 'appeals', 'closed']

export function parseQueueSearch(search: Record<string, unknown>): QueueSearch {
  const id = textParam(search, 'case')
  return {
    status: statuses.find((status) => status === textParam(search, 'status')),
    case: id !== undefined && /^[1-9]\d{0,8}$/.test(id) ? id : undefined,
  }
}
