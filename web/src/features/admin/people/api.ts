import { downloadName } from '@wtpu/contract/site/download-name'
import { useMutation } from '@tanstack/react-query'
import * as mailDomains from '@wtpu/contract/accounts/mail-domains'
import * as people from '@wtpu/contract/accounts/people'
import { listSameNetwork, suspendPeople } from '@wtpu/contract/accounts/same-network'
import type { Input } from '@wtpu/contract/endpoint'
import { withProof } from '#community/proof/with-proof.ts'
import { type ApiFailure, call, infiniteQuery, query } from '#lib/api/api.ts'
import { saveJson } from '#lib/small/save-file.ts'
import { useChange } from '#features/admin/use-change.ts'

export const peoplePagesQuery = (q: string, filter: people.PeopleFilter | undefined) =>
  infiniteQuery(people.listPeople, { querystring: { q: q || undefined, filter, limit: 30 } }, { staleTime: 0 })
export const sameNetworkQuery = (id: number) => query(listSameNetwork, { params: { id } }, { staleTime: 0 })
export const mailDomainsQuery = () => query(mailDomains.listMailDomains, {}, { staleTime: 0 })
export const recentAccountsQuery = (domain: string) =>
  query(mailDomains.getRecentAccounts, { params: { domain } }, { staleTime: 0 })
export const personQuery = (id: number) => query(people.getPerson, { params: { id } }, { staleTime: 0 })

export const useResend = () => useChange((id: number) => call(people.resendPersonConfirmation, { params: { id } }))
export const useOpenMailDomain = () =>
  useChange((body: Input<typeof mailDomains.openMailDomain>['body']) => call(mailDomains.openMailDomain, { body }))
export const useTakeOut = (domain: string) =>
  useChange((body: Input<typeof mailDomains.takeOutRecentAccounts>['body']) =>
    call(mailDomains.takeOutRecentAccounts, { params: { domain }, body }),
  )
export const useEndSessions = () => useChange((id: number) => call(people.endPersonSessions, { params: { id } }))
export const useDeletePerson = () =>
  useChange(({ id, username }: { id: number; username: string }) =>
    call(people.deletePerson, { params: { id }, body: { username } }),
  )

/** Saves the data of a person as a file. */
export const useExport = () =>
  useMutation<void, ApiFailure, number>({
    mutationFn: async (id) =>
      saveJson(
        downloadName(`account-${id}.json`),
        await withProof(() => call(people.exportPerson, { params: { id } })),
      ),
  })

export const useSuspendPeople = () =>
  useChange((body: Input<typeof suspendPeople>['body']) => call(suspendPeople, { body }))
