import { ApiFailure } from '#lib/api/api.ts'
import { optionalCode } from '#lib/optional-code.ts'

/** Sends a sensitive call. If the server asks for a proof first, a dialog asks the viewer, and the call is sent again. */
export async function withProof<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.code !== 'proof_required') throw failure
    const code = await optionalCode(() => import('./on-demand/ask-for-proof.tsx'))
    if (!(await code?.askForProof())) throw failure
    return send()
  }
}
