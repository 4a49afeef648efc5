import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { plainLetters, toPlainLetters } from '#db/schema/letters.ts'
import { startTestDatabase } from '#testing/test-database.ts'

const shy = '\u00AD'

test.each([
  // What hyphenation, web pages, word processors, phones and other programs leave inside words.
  [`infra${shy}structure`, 'infrastructure'],
  ['infra\u200Bstructure', 'infrastructure'],
  ['infra\u200Cstructure', 'infrastructure'],
  ['infra\u200Dstructure', 'infrastructure'],
  ['infra\u2060structure', 'infrastructure'],
  ['infra\uFEFFstructure', 'infrastructure'],
  ['\u200Einfra\u200Fstructure\u061C', 'infrastructure'],
  ['infra\u2063structure\u206A', 'infrastructure'],
  ['infra\u034Fstructure', 'infrastructure'],
  [`Stra${shy}ßen${shy}bahn`, 'strassenbahn'],
  ['Auf\u200Clage', 'auflage'],
  [`${shy}${shy}a${shy}${shy}`, 'a'],
  // Invisible characters that carry meaning: in Persian words of several parts, and in scripts without spaces.
  ['می\u200Cخواهم', 'می خواهم'],
  ['ความ\u200Bเปลี่ยนแปลง', 'ความ เปลี่ยนแปลง'],
  ['ខ្មែរ\u200Bក្រហម', 'ខ្មែរ ក្រហម'],
  // The joiners of Indian scripts only choose the shapes of letters.
  ['क्\u200Dष', 'क्ष'],
  ['ශ්\u200Dරී', 'ශ්රී'],
  ['❤\uFE0F vote', '❤ vote'],
  ['葛\u{E0100}城', ' 葛 城'],
  ['ᠮᠣᠩᠭᠣᠯ\u180B', 'ᠮᠣᠩᠭᠣᠯ'],
])('writes the letters of %j as %j, in the database as here', async (text, plain) => {
  await using t = await startTestDatabase()
  const { rows } = await t.db.execute<{ plain: string }>(sql`select ${sql.raw(plainLetters('text'))} as plain
    from (select ${text}::text as text) typed`)
  expect([toPlainLetters(text), rows[0]?.plain.toLowerCase()]).toEqual([plain, plain])
})
