import { useDraft } from './draft.ts'

const none = { content: '', key: '' }

/**
 * Returns a function that sends `content` with a key. Sending the same content again uses the same key, also after a reload, until
 * it has succeeded. So nothing is created twice if only the response was lost.
 *
 * @param name Unique per form, and per object that the form is about.
 */
export function useIdempotencyKey(name: string) {
  const [last, setLast] = useDraft(`${name}:key`, none)
  return async <T>(content: unknown, send: (key: string | undefined) => Promise<T>): Promise<T> => {
    const text = JSON.stringify(content)
    // Undefined on a site without HTTPS.
    const key = last.content === text ? last.key : crypto.randomUUID?.()
    setLast(key ? { content: text, key } : none)
    const response = await send(key)
    setLast(none)
    return response
  }
}
