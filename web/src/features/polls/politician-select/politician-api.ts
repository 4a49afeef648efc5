import { keepPreviousData } from '@tanstack/react-query'
import { findPoliticianByName, getPolitician, listPoliticians } from '@wtpu/contract/politicians'
import { query } from '#lib/api/api.ts'

/** Short enough that the dropdown needs little scrolling. */
const resultLimit = 8

export const politicianQuery = (id: number) => query(getPolitician, { params: { id } })

export const politicianByNameQuery = (name: string) => query(findPoliticianByName, { querystring: { name } })

/** Politicians matching by name, office or state. An empty search returns the first ones of the directory. */
export const politicianSearchQuery = (search: string) =>
  query(listPoliticians, { querystring: { search, limit: resultLimit } }, { placeholderData: keepPreviousData })
