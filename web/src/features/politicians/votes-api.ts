import { getVotingSummary, listPoliticianVotes, type RollCallCategory } from '@wtpu/contract/roll-calls'
import { infiniteQuery, query } from '#lib/api/api.ts'

export interface VoteFilters {
  category: RollCallCategory | undefined
  q: string
}

export const votingSummaryQuery = (id: number) => query(getVotingSummary, { params: { id } })

export const politicianVotesQuery = (id: number, filters: VoteFilters) =>
  infiniteQuery(listPoliticianVotes, { params: { id }, querystring: { ...filters } })
