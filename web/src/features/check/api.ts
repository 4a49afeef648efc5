import { getPoll, listMyVotes, type Poll } from '@wtpu/contract/polls/polls'
import { getMyWording } from '@wtpu/contract/polls/wording'
import { checkPoll, type Head } from '@wtpu/contract/tally/check.mjs'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#lib/api/api.ts'
import { ApiFailure } from '#lib/api/request.ts'
import { useSession } from '#lib/session/session.ts'
import { localStore, readJson } from '#lib/storage.ts'

/** A removed poll has no text, but its seal stays. */
export const usePoll = (id: number) => useQuery(query(getPoll, { params: { id } }))

/** The viewer's vote in a poll. Undefined for visitors, and until it is known. */
export function useOwnVote(pollId: number) {
  const signedIn = useSession() !== null
  const { data } = useQuery({ ...query(listMyVotes, {}, { meta: { own: true } }), enabled: signedIn })
  return data?.find(({ poll }) => poll === pollId)
}

/** What the site said of the wording that is drawn for a voter, in a poll with two. */
export interface Wording {
  /** The poll with that wording. */
  poll: number
  voter: number
  keyHash: string
}

/**
 * As this browser has first read it, because the site could name another key later. Undefined for visitors, in polls with one wording,
 * and until it is known.
 */
export function useWording(poll: Poll | undefined): Wording | undefined {
  const signedIn = useSession() !== null
  const pair = poll?.wordings?.[0]?.poll ?? 0
  const { data } = useQuery({
    ...query(getMyWording, { params: { id: pair } }, { meta: { own: true }, staleTime: Infinity }),
    enabled: signedIn && pair > 0,
  })
  if (!data) return undefined
  const key = `wordingKey:${pair}:${data.voter}`
  const keyHash = localStore.read(key) ?? data.key_hash
  localStore.write(key, keyHash)
  return { poll: data.poll, voter: data.voter, keyHash }
}

/** Recounts a poll in this browser, without the access token: every part is public. */
export function useCheck(poll: number, wording: Wording | undefined) {
  const [progress, setProgress] = useState<{ done: number; all: number }>()
  const check = useMutation({
    mutationFn: async (number: string) => {
      const report = await checkPoll({
        poll,
        number,
        receipt: wording?.poll === poll ? wording : undefined,
        fetch: fetchPart,
        seen: readSeenLog(),
        onProgress: (done, all) => setProgress({ done, all }),
      })
      if (report?.problems.length === 0) localStore.write(seenLogKey, JSON.stringify(report.head))
      return report ?? null
    },
    onSettled: () => setProgress(undefined),
  })
  return { check, progress }
}

const fetchPart = (path: string): Promise<Response> =>
  fetch(path, { cache: 'no-cache' }).catch((cause: unknown) => {
    throw Object.assign(new ApiFailure({ status: 0 }), { cause })
  })

/** The log as this browser last saw it. If it is cut short or replaced later, that is noticed. */
const seenLogKey = 'tallyLog'

function readSeenLog(): Head | undefined {
  const seen = (readJson(seenLogKey) ?? {}) as Partial<Head>
  return typeof seen.size === 'number' && typeof seen.hash === 'string'
    ? { size: seen.size, hash: seen.hash }
    : undefined
}
