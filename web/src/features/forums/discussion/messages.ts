import type { ApiFailure } from '#lib/api/request.ts'

export const missingText = "The discussion you're looking for doesn't exist or has been removed."
export const loadFailed = 'Unable to Load Discussion'

type Failure = Pick<ApiFailure, 'status' | 'detail' | 'message'>

export const likeFailure = (failure: Failure) => actionFailure(failure, 'Like failed')
export const unlockFailure = (failure: Failure) => actionFailure(failure, 'The discussion is still locked.')

/** Without a connection, only the message of the failure explains it. */
function actionFailure({ status, detail, message }: Failure, fallback: string) {
  const description = detail || (status === 0 ? message : fallback)
  return { title: 'Action failed', description, variant: 'destructive' } as const
}

export const discussionSaved = { title: 'Discussion updated', variant: 'success' } as const
export const saveFailure = ({ detail, message }: Failure) =>
  ({ title: 'Update failed', description: detail || message, variant: 'destructive' }) as const
export const discussionDeleted = { title: 'Discussion deleted', variant: 'success' } as const
export const discussionLocked = { title: 'Discussion locked', variant: 'success' } as const
export const discussionUnlocked = { title: 'Discussion unlocked', variant: 'success' } as const

export const guidelines = [
  'Argue with ideas, not with people.',
  'Say where your facts come from.',
  'Assume that others mean well.',
  'Stay on the topic of the discussion.',
]
