import { expect, test } from 'vitest'
import { parseText } from './parse-records.ts'

const people = Array.from({ length: 8_000 }, (_, id) => `- id: ${id}\n  name: Person ${id}\n`)

test('a long YAML file is parsed without holding up the server', async () => {
  await parseText('- id: 1', 'short.yaml')
  let turns = 0
  const timer = setInterval(() => turns++, 5)

  const parsed = await parseText(people.join(''), 'people.yaml')

  clearInterval(timer)
  expect(parsed).toHaveLength(people.length)
  expect(turns).toBeGreaterThan(5)
})

test('an error in a long YAML file names its line and the record above it', async () => {
  const broken = parseText([...people, '- id: [8000\n', ...people].join(''), 'people.yaml', /id: \d+/g)

  await expect(broken).rejects.toThrow(
    /^people\.yaml is not valid YAML, near id: 7999: .* at line 16\d{3}, column \d+/s,
  )
})
