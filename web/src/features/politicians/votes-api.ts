import { getAgreement, getVotingSummary, listPoliticianVotes, type RollCallCategory } from '@wtpu/contract/roll-calls'
import { listMyPoliticians } from '@wtpu/contract/my-politicians'
import { infiniteQuery, query } from '#lib/api/api.ts'

export interface VoteFilters {
  category: RollCallCategory | undefined
  q: string
}

export const votingSummaryQuery = (id: number) => query(getVotingSummary, { params: { id } })

export const politicianVotesQuery = (id: number, filters: VoteFilters) =>
  infiniteQuery(listPoliticianVotes, { params: { id }, querystring: { ...filters } })

/** The viewer's own: it changes with the viewer's votes in polls, and with the settings. */
const ownOptions = { staleTime: 0, meta: { own: true } }

export const agreementQuery = (id: number) => query(getAgreement, { params: { id } }, ownOptions)

export const agreementPagesQuery = (id: number) => infiniteQuery(getAgreement, { params: { id } }, ownOptions)

export const myPoliticiansQuery = () => query(listMyPoliticians, {}, ownOptions)
