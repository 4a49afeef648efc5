import { ApiFailure } from './request.ts'

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

/** Sends a choice, and once more as a repetition if the server lost its database meanwhile: the choice may be stored. */
export async function sendRepeatably<T>(send: (isRepetition?: true) => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.code !== 'unavailable') throw failure
    await wait((failure.retryAfter ?? 1) * 1_000)
    return send(true)
  }
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
