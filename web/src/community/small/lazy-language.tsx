import { trimInvisible } from '@wtpu/contract/schemas'
import type { ComponentProps } from 'react'
import { optionalCode } from '#lib/optional-code.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'

/** Texts are sent without a language if this cannot be loaded. */
const LanguageChoice = lazyComponent(
  () => import('../language/language-choice.tsx').then((module) => module.LanguageChoice),
  () => null,
)

/** Loads the choice once something is written. */
export function LazyLanguageChoice(props: ComponentProps<typeof LanguageChoice>) {
  return trimInvisible(props.text) === '' ? null : <LanguageChoice {...props} />
}

/** The language to send with a text, see `languageOf`. */
export async function findLanguage(text: string, chosen: string): Promise<string | null> {
  const code = await optionalCode(() => import('../language/language-choice.tsx'))
  return code ? code.languageOf(text, chosen) : chosen || null
}
