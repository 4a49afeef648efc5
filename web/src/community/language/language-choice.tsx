import { trimInvisible } from '@wtpu/contract/schemas'
import { classes } from '#lib/classes.ts'
import { guessLanguage } from './guess-language.ts'

const english = 'en'

/** Those that are guessed. Each is written in itself, so that its readers find it. */
const names: Readonly<Record<string, string>> = {
  [english]: 'English',
  ar: 'العربية',
  de: 'Deutsch',
  el: 'Ελληνικά',
  es: 'Español',
  fa: 'فارسی',
  fr: 'Français',
  he: 'עברית',
  hi: 'हिन्दी',
  ht: 'Kreyòl ayisyen',
  it: 'Italiano',
  ja: '日本語',
  ko: '한국어',
  pl: 'Polski',
  pt: 'Português',
  ru: 'Русский',
  th: 'ไทย',
  tl: 'Tagalog',
  uk: 'Українська',
  ur: 'اردو',
  vi: 'Tiếng Việt',
  zh: '中文',
}

/** The language to store with a text: what its author chose, else what it seems to be. Null for English. */
export function languageOf(text: string, chosen: string): string | null {
  return chosen === english ? null : chosen || (guessLanguage(text) ?? null)
}

/** Says in which language a text is, and changes it. Empty as long as nothing is written. `chosen` is "" for what is guessed. */
export function LanguageChoice({
  text,
  chosen,
  onChoose,
  className,
}: {
  text: string
  chosen: string
  onChoose: (code: string) => void
  className?: string
}) {
  if (trimInvisible(text) === '') return null
  const lang = languageOf(text, chosen) ?? english
  return (
    <select
      aria-label="Language of your text"
      value={lang}
      onChange={({ target }) => onChoose(target.value)}
      className={classes(
        'min-h-11 max-w-40 rounded-control bg-transparent text-sm text-soft hover:text-ink',
        className,
      )}
    >
      {!(lang in names) && <option value={lang}>{lang}</option>}
      {Object.entries(names).map(([code, name]) => (
        <option key={code} value={code} lang={code} translate="no">
          {name}
        </option>
      ))}
    </select>
  )
}
