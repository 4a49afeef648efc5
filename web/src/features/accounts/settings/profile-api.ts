import { type BioField, ofBio, writtenOfBio } from '@wtpu/contract/schemas'
import { downloadName } from '@wtpu/contract/site/download-name'
import { site } from '@wtpu/contract/site/name'
import { forProfileTexts, type ProfileTexts } from '@wtpu/contract/accounts/on-demand/fields'
import type { Account, User } from '@wtpu/contract/accounts/accounts'
import {
  deleteAccount,
  endOtherSessions,
  getAccountData,
  listSessions,
  updateAccount,
  updateProfile,
  avatarMaxBytes,
} from '@wtpu/contract/accounts/settings'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiFailure, call, urlKey, query } from '#lib/api/api.ts'
import { saveJson } from '#lib/small/save-file.ts'
import { accountQuery } from '#lib/session/email-confirmation.ts'
import { endSession, updateCachedProfile } from '#lib/session/session.ts'
import { toast } from '#ui/toast/toast.tsx'
import { userQuery } from '#features/accounts/user-api.ts'
import { fileProblems, kindOfName, sentences } from '@wtpu/contract/on-demand/rejected-files'
import { avatarNotAnImage, avatarTooLarge } from '#features/accounts/messages.ts'
import { withProof } from '#community/proof/with-proof.ts'
import { choicesOf, findWritten } from '#community/small/lazy-choices.tsx'

export const devicesQuery = () => query(listSessions, {}, { staleTime: 0 })

type BioChoices = Record<BioField, string>
/** The choices beside the bio. */
export const choicesOfBio = (user: Partial<User>) => choicesOf(writtenOfBio(user))

export interface ProfileText extends ProfileTexts, BioChoices {
  first_name: string
  last_name: string
  username: string
}

export interface ProfileChange extends Omit<ProfileText, 'username'> {
  /** A new one. */
  username?: string
  /** A new picture, or null to remove the current one. */
  avatar?: File | null
}

export function useUpdateProfile() {
  const queryClient = useQueryClient()
  return useMutation<User, ApiFailure, ProfileChange>({
    mutationFn: async ({ avatar, ...text }) => {
      const written = await findWritten(text.bio, choicesOfBio(text))
      return call(updateProfile, {
        body: { ...text, ...ofBio(choicesOf(written)), ...(avatar === null && { remove_avatar: 'true' as const }) },
        files: avatar ? { avatar: [avatar] } : {},
      })
    },
    onSuccess: (user) => {
      updateCachedProfile(user)
      queryClient.setQueryData(userQuery(String(user.id)).queryKey, user)
      queryClient.setQueryData(userQuery(user.username).queryKey, user)
    },
  })
}

/** Updates the checkbox optimistically and rolls back after an error. */
export function useUpdateAccount() {
  const queryClient = useQueryClient()
  const { queryKey } = accountQuery()
  return useMutation<
    Account,
    ApiFailure,
    Partial<Pick<Account, 'show_email' | 'common_ground'>>,
    { previous?: Account }
  >({
    mutationFn: (body) => call(updateAccount, { body }),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey })
      const previous = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(queryKey, previous && { ...previous, ...change })
      return { previous }
    },
    onError: (_failure, _change, context) => queryClient.setQueryData(queryKey, context?.previous),
    onSuccess: (account) => {
      queryClient.setQueryData(queryKey, account)
      void queryClient.invalidateQueries({ queryKey: urlKey('/auth/api/user/') })
    },
  })
}

/** Shows the toasts here, because the button unmounts once the refetched list has no other sessions. */
export function useEndOtherSessions() {
  const queryClient = useQueryClient()
  return useMutation<{ ended: number }, ApiFailure>({
    mutationFn: () => call(endOtherSessions),
    onSuccess: ({ ended }) =>
      toast({
        title: ended === 1 ? 'One other device was signed out.' : `${ended} other devices were signed out.`,
        variant: 'success',
      }),
    onError: (failure) =>
      toast({
        title: failure.detail || 'The other devices could not be signed out. Please try again.',
        variant: 'error',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: devicesQuery().queryKey }),
  })
}

export function useDeleteAccount() {
  return useMutation<unknown, ApiFailure, { password?: string; email?: string }>({
    mutationFn: (body) => withProof(() => call(deleteAccount, { body })),
    onSuccess: () => {
      toast({ title: 'Your account was deleted.', description: `Thank you for being part of ${site.name}.` })
      endSession('manual')
    },
  })
}

/** Downloads the viewer's data as a file. */
export function useDownloadData() {
  return useMutation<void, ApiFailure>({
    mutationFn: async () => saveJson(downloadName('my-data.json'), await call(getAccountData)),
  })
}

/** Returns the error of a chosen picture, if any. The server also checks the content. */
export function checkAvatar(file: { name: string; size: number; type: string }): string | undefined {
  const problem = file.size === 0 ? fileProblems.empty : kindOfName(file)
  if (problem !== undefined || !file.type.startsWith('image/')) return sentences(avatarNotAnImage, problem)
  return file.size > avatarMaxBytes ? avatarTooLarge : undefined
}

/** The name of the draft of a changed profile. */
export const profileDraft = 'profile'

/** The texts of a profile as they are stored. */
export const profileText = ({ first_name, last_name, username, ...user }: User): ProfileText => ({
  first_name,
  last_name,
  username,
  ...ofBio(choicesOfBio(user)),
  ...forProfileTexts((name) => user[name]),
})

export function hasChanged(text: ProfileText, user: User): boolean {
  const typed: Record<string, string> = { ...text }
  return Object.entries(profileText(user)).some(([field, saved]) => typed[field] !== saved)
}
