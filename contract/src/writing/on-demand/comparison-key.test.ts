import { expect, test } from 'vitest'
import { comparisonKey } from './comparison-key.ts'

test.each([
  ['Yes', 'yes ', true],
  ['é', 'e\u0301', true],
  ['yes', 'y\u200Bes', true],
  ['y\u{E0061}es', 'y\uFE0Fes', true],
  ['a  b', 'A b', true],
  ['a b', 'ab', false],
  ['résumé', 'resume', false],
  ['It is fair', 'It is f\u0430ir', true],
  ['ТНЕ ВОАТ', 'the boat', true],
  ['fαir', 'FAIR', true],
  ['yes', 'yеs', true],
  ['Привет', 'ПРИВЕТ', true],
  ['Привет', 'Ответ', false],
  ['τέλος', 'ΤΈΛΟΣ', true],
  ['C++', 'C#', false],
  ['<10', '>10', false],
])('%j and %j have the same comparison key: %s', (text, other, same) => {
  expect(comparisonKey(text) === comparisonKey(other)).toBe(same)
})
