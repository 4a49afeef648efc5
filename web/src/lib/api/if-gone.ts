import { ApiFailure } from './request.ts'

/** For `sendOrRead` of a deletion: its outcome, if what is read is gone. Not in repeat.ts, which all pages load. */
export const ifGone = <T>(read: Promise<unknown>, outcome: T): Promise<T | undefined> =>
  read.then(
    () => undefined,
    (failure: unknown) => {
      if (failure instanceof ApiFailure && failure.status === 404) return outcome
      throw failure
    },
  )
