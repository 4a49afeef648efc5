/** Enough of a text to be sure, and little enough to be read on each key. */
const read = 600

/** Frequent short words. A word may be in several lists; the list with clearly the most of them wins. */
const words = {
  en: 'the and of to is in that it for on with this are was be have not you they we but from as at by or an my your will',
  es: 'el la los las una un que por para con como pero está más muy también porque esta este hay del se es en de y su nos',
  pt: 'os as uma um que por para com como mas está mais muito também porque esta este do da dos não se em de é são nos',
  fr: 'le la les des une un que qui pour avec mais est plus très aussi cette ce il du de et ne pas dans nous vous je sont au',
  it: 'il lo la gli le una un che per con come ma è più molto anche perché questa questo del della di non si e sono nel ci',
  de: 'der die das und ist nicht ein eine mit für auf aber auch wir ich sie es zu von den dem wird sind oder haben im in',
  pl: 'i w na nie się jest że to z do jak ale tak czy dla po przez są był tylko o co',
  tl: 'ang ng mga sa na at ay hindi ako ka siya kami tayo para ito iyon dahil kung naman po ba rin',
  ht: 'nan yo li mwen ou nou pou ak pa se ki sa gen tout moun men yon',
  vi: 'và của là không được cho các một có những người này trong với để đã chúng tôi rất nhiều',
}
const lists = Object.entries(words).map(([code, list]) => ({ code, list: new Set(list.split(' ')) }))

/** Scripts of one language, and letters that tell languages of one script apart. None of `not` may occur. */
const scripts: readonly { script: RegExp; code: string; letters?: RegExp; not?: RegExp }[] = [
  { script: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, code: 'ja', letters: /[ぁ-ヺ]/u },
  { script: /\p{Script=Han}/gu, code: 'zh' },
  { script: /\p{Script=Hangul}/gu, code: 'ko' },
  { script: /\p{Script=Greek}/gu, code: 'el' },
  { script: /\p{Script=Hebrew}/gu, code: 'he' },
  { script: /\p{Script=Thai}/gu, code: 'th' },
  { script: /\p{Script=Devanagari}/gu, code: 'hi', letters: /है|में|हैं/u, not: /ळ|छ(?:न्|$)/u },
  { script: /\p{Script=Cyrillic}/gu, code: 'uk', letters: /[їєґ]/iu, not: /[ыэёўөүқғңұһә]/iu },
  { script: /\p{Script=Cyrillic}/gu, code: 'ru', letters: /[ыэё]/iu, not: /[іїєґўөүқғңұһә]/iu },
  { script: /\p{Script=Arabic}/gu, code: 'ur', letters: /[ٹڈڑے]/u },
  { script: /\p{Script=Arabic}/gu, code: 'fa', letters: /[پچژگ]/u, not: /[ٹڈڑےةى]/u },
  { script: /\p{Script=Arabic}/gu, code: 'ar', letters: /[ةىأإ]/u, not: /[ٹڈڑےپچژگ]/u },
]

/**
 * The language of a text that is clearly not in English, as a code such as "es". Undefined if that is not certain: a wrong
 * language makes a screen reader unintelligible, a missing one only gives it an accent.
 */
export function guessLanguage(wholeText: string): string | undefined {
  // Addresses, mentions and hashtags are in no language.
  const text = wholeText.slice(0, read).replace(/https?:\S+|[@#]\S+/g, ' ')
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const isIn = (script: RegExp) => (text.match(script)?.length ?? 0) > 0.7 * letters
  const found = scripts.find(
    ({ script, letters: own, not }) => letters >= 6 && isIn(script) && (own?.test(text) ?? true) && !not?.test(text),
  )
  return found?.code ?? guessByWords(text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [])
}

function guessByWords(used: readonly string[]): string | undefined {
  const counts = lists
    .map(({ code, list }) => ({ code, count: used.filter((word) => list.has(word)).length }))
    .toSorted((a, b) => b.count - a.count)
  const [best, second] = counts
  if (!best || !second || best.code === 'en') return undefined
  const isCertain = best.count >= 4 && best.count >= 0.2 * used.length && best.count >= 1.4 * second.count
  return isCertain ? best.code : undefined
}
