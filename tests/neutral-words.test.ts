import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Texts about roll calls say how officials voted, never who is good or why somebody did not vote. */
const loaded =
  /\b(absent|absence|skip|skipped|missed|dodge|rebel|maverick|loyal|betray|extreme|radical|moderate|attendance|score|grade|rank|best|worst|good|bad|right|wrong|truant|flip)\b/i

const patterns = [
  'contract/src/roll-call*.ts',
  'contract/src/site/on-demand/public-heads.ts',
  'server/demo/content/roll-calls.yaml',
  'server/src/demo/roll-calls.ts',
  'server/src/features/politicians/roll-calls/*.ts',
  'server/src/features/polls/roll-call-tie.ts',
  'server/src/imports/roll-calls/*.ts',
  'server/src/site/share/find-share-image.ts',
  'server/src/site/share/drawing/*.ts',
  'web/src/community/congress/*.tsx',
  'web/src/features/roll-calls/*.{ts,tsx}',
  'web/src/features/polls/congress/*.tsx',
  'web/src/features/politicians/mine/*.tsx',
  'web/src/features/politicians/agreement.tsx',
  'web/src/features/politicians/profile/{vote,voting,sample-records}*.tsx',
]

const classNames = /(^| )(text|bg|border|flex|grid|inline)-?[\w-]* /
/** The specification's names of the two ratings. */
const ratings = /\b(Good|Bad) Job\b/g

/** What people read: JSX text, and strings of several words or with a capital. Without code, comments and names of classes. */
function textsOf(source: string, file = ''): string[] {
  if (file.endsWith('.yaml')) return source.split('\n')
  const code = source
    .replace(/\/\*[^]*?\*\/|^\s*\/\/.*$|^import .*$|className=(?:"[^"]*"|\{[^}]*\})/gm, '')
    .replace(/\$\{[^}]*\}/g, ' ')
  const strings = [...code.matchAll(/'([^'\n]+)'|"([^"\n]+)"|`([^`]+)`/g)]
    .map((match) => match.slice(1).join(''))
    .filter((text) => /\s/.test(text.trim()) || /^[A-Z]/.test(text))
  const jsx = [...code.matchAll(/[>}]([^<>{}();=]+)[<{]/g)].map(([, text = '']) => text)
  return [...strings, ...jsx]
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '' && !classNames.test(text))
}

test.each(patterns)('texts about roll calls in %s use no loaded words', (pattern) => {
  const files = globSync(pattern).filter((file) => !file.includes('.test.'))
  expect(files).not.toEqual([])
  const texts = files.flatMap((file) => textsOf(readFileSync(file, 'utf8'), file).map((text) => `${file}: ${text}`))
  expect(texts).not.toEqual([])
  expect(texts.filter((text) => loaded.test(text.replace(ratings, '')))).toEqual([])
})

test('finds a loaded word in a string, in a template and in JSX, also alone', () => {
  const source =
    '<p className="right-0 flex">She was {x} the worst of all</p>; say("He missed it"); `the ${n} best votes`; <b>Rank</b>; say("Absent")'
  expect(textsOf(source).filter((text) => loaded.test(text))).toHaveLength(5)
})
