import { forWritten, trimInvisible, type Written, writtenOf } from '@wtpu/contract/schemas'
import type { ComponentProps } from 'react'
import { optionalCode } from '#lib/optional-code.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'

/** The choices for a text that is edited, for a form, whose draft keeps no null. */
export const choicesOf = (writing: Written): Record<keyof Written, string> => forWritten((name) => writing[name] ?? '')

/** Texts are sent without the choices if this cannot be loaded. */
const WrittenChoices = lazyComponent(
  () => import('../language/written-choices.tsx').then((module) => module.WrittenChoices),
  () => null,
)

/** Loads the choices once something is written. */
export function LazyWrittenChoices(props: ComponentProps<typeof WrittenChoices>) {
  return trimInvisible(props.text) === '' ? null : <WrittenChoices {...props} />
}

/** What to send with a text, see `writtenBy`. */
export async function findWritten(text: string, chosen: Written): Promise<Written> {
  const code = await optionalCode(() => import('../language/written-choices.tsx'))
  return code ? code.writtenBy(text, chosen) : writtenOf(chosen)
}
