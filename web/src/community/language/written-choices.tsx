import type { Written } from '@wtpu/contract/schemas'
import { LanguageChoice, languageOf } from './language-choice.tsx'

/**
 * The choices beside the text of a form, which is empty as long as nothing is written. `chosen` is what the author has chosen, or
 * what a text that is edited has: an undefined or null language is guessed.
 */
export function WrittenChoices({
  text,
  chosen,
  onChoose,
  className,
}: {
  text: string
  chosen: Written
  onChoose: (change: Partial<Record<keyof Written, string>>) => void
  className?: string
}) {
  return (
    <LanguageChoice
      text={text}
      chosen={chosen.lang ?? ''}
      onChoose={(lang) => onChoose({ lang })}
      className={className}
    />
  )
}

/** What to store with a text. */
export const writtenBy = (text: string, { lang }: Written): Required<Written> => ({
  lang: languageOf(text, lang ?? ''),
})
