import type { Written } from '@wtpu/contract/schemas'
import type { Choices } from '#community/small/lazy-choices.tsx'
import { LanguageChoice, languageOf } from './language-choice.tsx'

/** The choices beside the text of a form. Empty as long as nothing is written. */
export function WrittenChoices({
  text,
  chosen,
  onChoose,
  className,
}: {
  text: string
  chosen: Choices
  onChoose: (change: Partial<Choices>) => void
  className?: string
}) {
  return (
    <LanguageChoice text={text} chosen={chosen.lang} onChoose={(lang) => onChoose({ lang })} className={className} />
  )
}

/** What to store with a text. */
export const writtenBy = (text: string, { lang }: Choices): Required<Written> => ({ lang: languageOf(text, lang) })
