import { trimInvisible, type Written } from '@wtpu/contract/schemas'
import type { ComponentProps } from 'react'
import { optionalCode } from '#lib/optional-code.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'

/** What an author chooses beside a text, as forms and drafts keep it. `lang` is "" for the language that is guessed. */
export type Choices = Record<keyof Written, string>
export const noChoices: Choices = { lang: '' }

/** The choices for a text that is edited. */
export const choicesOf = ({ lang }: Written): Choices => ({ lang: lang ?? '' })

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
export async function findWritten(text: string, chosen: Choices): Promise<Required<Written>> {
  const code = await optionalCode(() => import('../language/written-choices.tsx'))
  return code ? code.writtenBy(text, chosen) : { lang: chosen.lang || null }
}
