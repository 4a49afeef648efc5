import { findPoliticianByName, getPolitician, listPoliticians } from '@wtpu/contract/politicians'
import { keepPreviousData } from '@tanstack/react-query'
import { query } from '#lib/api/api.ts'

/** As many as a list below a field shows without scrolling far. */
const shown = 8

export const politicianQuery = (id: number) => query(getPolitician, { params: { id } })

/** Decision 51. */
export const politicianByNameQuery = (name: string) => query(findPoliticianByName, { querystring: { name } })

/** The first few whose name, office or state holds the words; the directory's first few without any. */
export const politicianSearchQuery = (search: string) =>
  query(listPoliticians, { querystring: { search, limit: shown } }, { placeholderData: keepPreviousData })
