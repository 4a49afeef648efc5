const phrases = [
  "(i am |i'm |am )?(not|un)( |-)?(sure|certain|decided|able to say)",
  "(i )?(do not|don't|dont|can not|cannot|can't|cant) (really )?(know|say|tell|decide)",
  '(i have |have )?no (opinion|answer|comment|view|idea|position|stance)',
  "(i |i'd |i would )?(prefer|would prefer|rather|would rather) not( to)? (say|answer|tell)",
  "(i )?(have not|haven't|havent) (decided|heard|thought)( enough)?( about (it|this|that))?",
  '(i )?need (to know more|more (information|info|time))',
  '(it is |too |it is too )?(hard|early|difficult) to (say|tell|know)',
  'undecided|unsure|idk|n/a|not applicable|abstain|i abstain|skip',
]
const meaning = new RegExp(`^(${phrases.map((phrase) => `(${phrase})`).join('|')})( yet| either way| at this time)?$`)

/**
 * Which options of a poll are no opinion, by their words. None, if fewer than two others would be left to compare. This is a proposal: the
 * author of the poll decides.
 */
export function findNoOpinions(options: readonly string[]): boolean[] {
  const found = options.map(meansNoOpinion)
  const others = options.filter((text, index) => text.trim() !== '' && !found[index])
  return found.map((isFound) => isFound && others.length >= 2)
}

/** Whether the words of an answer say that the person has no opinion, such as "Not sure" or "I don't know yet". */
function meansNoOpinion(text: string): boolean {
  const parts = text
    .toLowerCase()
    .replaceAll(/[’‘ʼ]/g, "'")
    .split(/\s*(?:[/,;()–—]|\s-\s|\bor\b|\band\b)\s*/)
  const said = parts.map((part) => part.replaceAll(/[.!?…"“”\s]+/g, ' ').trim()).filter(Boolean)
  const isWhole = meaning.test(text.toLowerCase().trim())
  return isWhole || (said.length > 0 && said.every((part) => meaning.test(part)))
}
