import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRetention, setRetention } from '@wtpu/contract/accounts/retention'
import * as admin from '@wtpu/contract/on-demand/admin'
import { listConsents } from '@wtpu/contract/polls/on-demand/mailed-answers'
import { createPoll } from '@wtpu/contract/polls/polls'
import { downloadName } from '@wtpu/contract/site/download-name'
import * as identity from '@wtpu/contract/site/identity'
import type { PollTemplate } from '@wtpu/contract/site/poll-templates'
import * as invitations from '@wtpu/contract/site/invitations'
import * as officials from '@wtpu/contract/site/officials'
import * as setup from '@wtpu/contract/site/on-demand/setup'
import * as sitePages from '@wtpu/contract/site/site-pages'
import { withProof } from '#community/proof/with-proof.ts'
import { call, type ApiFailure, urlKey, query } from '#lib/api/api.ts'
import { sendOrRead } from '#lib/api/repeat.ts'
import { saveText } from '#lib/small/save-file.ts'
import { dismissToast, toast } from '#ui/toast/toast.tsx'
import { useChange } from './use-change.ts'

const fresh = { staleTime: 0 }

export const siteStateQuery = () => query(admin.getSiteState, {}, fresh)
export const setupQuery = () => query(setup.getSetup, {}, fresh)
export const identityQuery = () => query(identity.getSiteIdentity, {}, fresh)
export const sitePageQuery = (name: sitePages.SitePageName) =>
  query(sitePages.getSitePage, { params: { name }, querystring: {} }, fresh)
export const retentionQuery = () => query(getRetention, {}, fresh)
export const invitationsQuery = () => query(invitations.listInvitations, {}, fresh)
export const officialsQuery = () =>
  query(
    officials.getOfficials,
    {},
    {
      ...fresh,
      // Another admin, or another tab, may run an import. Photos arrive one by one.
      refetchInterval: ({ state: { data } }) =>
        data?.running ? 1_000 : data && data.photos.stored < data.photos.all ? 5_000 : 15_000,
    },
  )
export const staffQuery = () => query(admin.listStaff, {}, fresh)
export const accountsQuery = (q: string) => query(admin.findManagedAccount, { querystring: { q } }, fresh)
export function useFindAccount() {
  const client = useQueryClient()
  return useMutation<admin.ManagedAccount[], ApiFailure, string>({
    mutationFn: (q) => client.fetchQuery(accountsQuery(q)),
  })
}
export const featuredQuery = () => query(admin.listManagedPolls, {}, fresh)
export const categoriesQuery = () => query(admin.listManagedCategories, {}, fresh)

export const useCloseRegistration = () =>
  useChange((is_closed: boolean) => call(invitations.closeRegistration, { body: { is_closed } }))
export const useSetRetention = () => useChange((years: number | null) => call(setRetention, { body: { years } }))
export const useInviteStaff = () =>
  useChange((body: { email: string; role: 'moderator' | 'admin' }) => call(invitations.inviteStaff, { body }))
export const useRevokeInvitation = () =>
  useChange((id: number) => call(invitations.revokeInvitation, { params: { id } }))

export const useCreateInviteLink = () =>
  useChange((body: { max_uses: number; days: number }) => call(invitations.createInviteLink, { body }))

/** Saves who asked for the newsletter as a file. */
export const useConsents = () =>
  useMutation<void, ApiFailure>({
    mutationFn: async () => {
      const { csv } = await withProof(() => call(listConsents))
      saveText(downloadName('newsletter.csv'), csv, 'text/csv')
    },
  })

export const useCloseSetup = () => useChange((is_closed: boolean) => call(setup.closeSetup, { body: { is_closed } }))

export const useChangeAccessCode = () =>
  useChange((body: { code: string; tried: string; version: number }) => call(setup.changeAccessCode, { body }))
export const useChangeMailServer = () =>
  useChange<setup.MailServer & { version: number }, setup.TestMail>((body) => call(setup.changeMailServer, { body }))
export const useTestMail = () => useChange<void, setup.TestMail>(() => call(setup.sendTestMail, {}))

/** One after the other. Those that were published before a failure are not published again. */
export function usePublishTemplates() {
  const client = useQueryClient()
  return useMutation<unknown, ApiFailure, (Omit<PollTemplate, 'category'> & { category: number })[]>({
    mutationFn: async (templates) => {
      for (const { id: idempotency_key, ...poll } of templates)
        await call(createPoll, { body: { ...poll, duration_days: 30, idempotency_key } })
    },
    // Not in the component: the step that is done may close, and its component is gone then.
    onSuccess: () => toast({ title: 'Polls published', variant: 'success' }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: urlKey('/api/polls/') })
      return client.invalidateQueries({ queryKey: setupQuery().queryKey })
    },
  })
}

type Import = { from: 'network' | 'files'; checked?: officials.OfficialsReport } & Partial<
  Record<keyof typeof officials.officialFiles, File[]>
>

/** A check, or with its report the import. */
export function useImportOfficials() {
  const client = useQueryClient()
  return useMutation<officials.OfficialsReport, ApiFailure, Import>({
    mutationFn: ({ from, checked, congress, governors, own }) => {
      const names = [congress, governors, own].flatMap((files = []) => files.map(({ name }) => name)).join('/')
      const body = { from, checksum: checked?.checksum, names }
      const last = client.getQueryData(officialsQuery().queryKey)?.last_import
      return sendOrRead(
        () => call(officials.importOfficials, { body, files: { congress, governors, own } }),
        async () =>
          checked && (await lastImportAfterRun()) !== last ? { ...checked, is_imported: true as const } : undefined,
      )
    },
    // The server claims the run a moment later. After that, the state is fetched each second.
    onMutate: () => void setTimeout(() => void client.invalidateQueries({ queryKey: officialsQuery().queryKey }), 300),
    onSettled: () => client.invalidateQueries({ queryKey: urlKey('/api/admin/') }),
  })
}

/** An import goes on when its connection is lost. */
async function lastImportAfterRun(): Promise<string | null> {
  const { running, last_import } = await call(officials.getOfficials)
  if (running === null) return last_import
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  return lastImportAfterRun()
}

export const useStopImport = () =>
  useChange(async () => {
    await call(officials.stopImport, {})
    // The toast is shown here, because the button disappears with the run.
    toast({ title: 'Stopped', description: 'Nothing was changed.' })
  })

interface AccountChange {
  id: number
  role?: admin.Role
  verified?: boolean
}

export const useChangeAccount = () =>
  useChange(({ id, ...body }: AccountChange) => call(admin.updateManagedAccount, { params: { id }, body }))

export const useChangeIdentity = () =>
  useChange((body: identity.StoredIdentity) => call(identity.changeSiteIdentity, { body }))

/** Without a file, removes the logo. */
export const useChangeLogo = () =>
  useChange(({ file, version }: { file?: File; version: number }) =>
    call(identity.changeSiteLogo, { body: { version: String(version) }, files: file ? { logo: [file] } : {} }),
  )

export function usePublishPage(name: sitePages.SitePageName) {
  const client = useQueryClient()
  return useMutation<sitePages.SitePage, ApiFailure, sitePages.WrittenPage>({
    mutationFn: (body) => withProof(() => call(sitePages.publishSitePage, { params: { name }, body })),
    onMutate: dismissToast,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: setupQuery().queryKey })
      return client.invalidateQueries({ queryKey: urlKey('/api/pages/') })
    },
  })
}

export const useFeature = () =>
  useChange(({ id, featured }: { id: number; featured: boolean }) =>
    call(featured ? admin.featurePoll : admin.unfeaturePoll, { params: { id } }),
  )

export const useCreateCategory = () => useChange((name: string) => call(admin.createCategory, { body: { name } }))

export const useRenameCategory = () =>
  useChange(({ id, name }: { id: number; name: string }) =>
    call(admin.renameCategory, { params: { id }, body: { name } }),
  )

export const useMoveCategory = () =>
  useChange(({ id, direction }: { id: number; direction: 'up' | 'down' }) =>
    call(admin.moveCategory, { params: { id }, body: { direction } }),
  )

export const useDeleteCategory = () => useChange((id: number) => call(admin.deleteCategory, { params: { id } }))
