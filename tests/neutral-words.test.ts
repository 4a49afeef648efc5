import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Texts about roll calls say how officials voted, never who is good or why somebody did not vote. */
const loaded =
  /\b(absent|absence|skip|skipped|missed|dodge|rebel|maverick|loyal|betray|extreme|radical|moderate|attendance|score|grade|rank|best|worst|good|bad|right|wrong|truant|flip)\b/i

const files = globSync([
  'contract/src/roll-calls.ts',
  'server/src/demo/**/roll-calls.ts',
  'server/src/site/**/*roll-call*.ts',
  'web/src/community/congress/*.tsx',
  'web/src/features/{roll-calls,polls/congress,politicians/mine}/*.{ts,tsx}',
  'web/src/features/politicians/agreement.tsx',
  'web/src/features/politicians/profile/{vote,voting}*.tsx',
]).filter((file) => !file.includes('.test.'))

const classNames = /(^| )(text|bg|border|flex|grid|inline)-?[\w-]* /

/** What people read: strings and JSX text of at least two words, without code, comments and the names of classes. */
function sentencesOf(source: string): string[] {
  const code = source
    .replace(/\/\*[^]*?\*\/|^\s*\/\/.*$|^import .*$|className=(?:"[^"]*"|\{[^}]*\})/gm, '')
    .replace(/\$\{[^}]*\}/g, ' ')
  const strings = [...code.matchAll(/'([^'\n]+)'|"([^"\n]+)"|`([^`]+)`/g)].map((match) => match.slice(1).join(''))
  const jsx = [...code.matchAll(/[>}]([^<>{}();=]+)[<{]/g)].map(([, text = '']) => text)
  return [...strings, ...jsx]
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text.includes(' ') && !classNames.test(text))
}

test('texts about roll calls use no loaded words', () => {
  const sentences = files.flatMap((file) => sentencesOf(readFileSync(file, 'utf8')).map((text) => `${file}: ${text}`))
  expect(sentences.length).toBeGreaterThan(100)
  expect(sentences.filter((text) => loaded.test(text))).toEqual([])
})

test('finds a loaded word in a string, in a template and in JSX', () => {
  const source =
    '<p className="right-0 flex">She was {x} the worst of all</p>; say("He missed it"); `the ${n} best votes`'
  expect(sentencesOf(source).filter((text) => loaded.test(text))).toHaveLength(3)
})
