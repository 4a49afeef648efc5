import { ApiFailure } from './request.ts'
import { withoutAnswer } from './without-answer.ts'

const maxRepeats = 3
/** Added to what the server asks for, so that those whom it rejected at the same time do not all come back at once. */
const maxJitterMs = 2_000

/**
 * Repeats a call, a write too, that the server rejected because too many people call at the same time, after the time that it asks for.
 * `onWait` is called before each wait. Only `overloaded` says that the server did nothing.
 */
export async function repeatWhileOverloaded<T>(send: () => Promise<T>, onWait: () => void): Promise<T> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await send()
    } catch (failure) {
      const mayRepeat = failure instanceof ApiFailure && failure.code === 'overloaded' && repeats < maxRepeats
      if (!mayRepeat) throw failure
      onWait()
      await wait((failure.retryAfter ?? 1) * 1_000 + Math.random() * maxJitterMs)
    }
  }
}

/**
 * A failure without an answer of the site is no refusal: the write may have been done. `read` asks the server what is so, and
 * returns the outcome of the write if it was done, else undefined. The caller may say that nothing was done,
 * unless its code is `unanswered`: then the server could not be asked either.
 */
export async function sendOrRead<T>(send: () => Promise<T>, read: () => Promise<T | undefined>): Promise<T> {
  try {
    return await send()
  } catch (failure) {
    if (!isUnanswered(failure)) throw failure
    const outcome = await read().catch(() => {
      throw new ApiFailure({ status: 0, code: 'unanswered', detail: unanswered })
    })
    if (outcome === undefined) throw failure
    return outcome
  }
}

const unanswered =
  'The connection was lost, so we do not know whether this was saved. Please try again. Nothing counts twice.'

/** No response arrived, or one of a proxy, or the server failed, perhaps after its commit. */
function isUnanswered(failure: unknown): failure is ApiFailure {
  if (!(failure instanceof ApiFailure) || failure.cancelled || failure.code === 'overloaded') return false
  return failure.status < 400 || failure.status >= 500
}

/**
 * Sends a choice that can be made once, and once more as a repetition if the server lost its database meanwhile.
 *
 * @param key Names the choice, in order to know its next try.
 */
export async function sendChoice<T>(
  key: string,
  send: (isRepetition?: true) => Promise<T>,
  read: () => Promise<T | undefined>,
): Promise<T> {
  const isRepetition = withoutAnswer.delete(key) || undefined
  return sendOrRead(async () => {
    try {
      return await send(isRepetition)
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.code === 'unavailable') {
        await wait((failure.retryAfter ?? 1) * 1_000)
        return await send(true)
      }
      if (isUnanswered(failure)) withoutAnswer.add(key)
      throw failure
    }
  }, read)
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
