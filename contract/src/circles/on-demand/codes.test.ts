import { expect, test } from 'vitest'
import { codeOf, readCode, showCode } from './codes.ts'

test('a code of 55 bits has twelve characters, of which the last checks the others', () => {
  expect(codeOf(0n)).toBe('000000000000')
  expect(codeOf(1n)).toBe('000000000011')
  expect(codeOf((1n << 55n) - 36n)).toBe('ZZZZZZZZZYWU')
  // 32 and 36 as remainders would be signs.
  expect(codeOf(32n)).toBeUndefined()
  expect(codeOf(36n)).toBe('00000000014U')
  expect(showCode('4GXR9K2M7QTB')).toBe('4GXR-9K2M-7QTB')
})

test.each([
  ['lower case', '4gxr9k2m7qt'],
  ['hyphens and spaces', ' 4gxr-9k2m 7qt'],
  ['O for 0', '4OXR9K2M7QT'],
  ['I and L for 1', '4IXR9L2M7QT'],
])('a code is read with %s', (_name, typed) => {
  const plain = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U'
  const value = Array.from(plain).reduce((sum, digit) => sum * 32n + BigInt(digits.indexOf(digit)), 0n)
  const check = digits.charAt(Number(value % 37n))
  expect(readCode(typed + check)).toBe(plain + check)
})

test('a typing error is found', () => {
  const code = codeOf(36_028_797_018_963n) ?? ''
  expect(readCode(code)).toBe(code)
  for (let at = 0; at < code.length; at++)
    for (const other of '0123456789ABCDEFGHJKMNPQRSTVWXYZ')
      if (other !== code.charAt(at)) expect(readCode(code.slice(0, at) + other + code.slice(at + 1))).toBeUndefined()
  for (const wrong of ['', 'A', `${code}0`, code.slice(1), 'é'.repeat(12)]) expect(readCode(wrong)).toBeUndefined()
})
