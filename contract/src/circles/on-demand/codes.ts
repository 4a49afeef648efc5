const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Crockford's check character is the remainder by 37, so five more can occur. */
const checks = `${digits}*~$=U`
const length = 12

const valueOf = (text: string): bigint =>
  Array.from(text).reduce((sum, digit) => sum * 32n + BigInt(digits.indexOf(digit)), 0n)
const checkOf = (text: string): string => checks.charAt(Number(valueOf(text) % 37n))

/** A code of 55 bits, or undefined if its check character is no letter or digit: then take other bits. */
export function codeOf(bits: bigint): string | undefined {
  const text = Array.from({ length: length - 1 }, (_, index) =>
    digits.charAt(Number((bits >> BigInt(5 * (length - 2 - index))) & 31n)),
  ).join('')
  const check = checkOf(text)
  return /\w/.test(check) ? text + check : undefined
}

/** "4GXR9K2M7QTB" as people read it: "4GXR-9K2M-7QTB". */
export const showCode = (code: string): string => code.replaceAll(/(.{4})(?!$)/g, '$1-')

/** The code that somebody typed, without what cannot be told apart. Undefined if it is none. */
export function readCode(typed: string): string | undefined {
  const text = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Dash}_.]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  const [code, check] = [text.slice(0, -1), text.slice(-1)]
  if (text.length !== length || Array.from(code).some((digit) => !digits.includes(digit))) return undefined
  return checkOf(code) === check ? text : undefined
}
