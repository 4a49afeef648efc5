const maxDelayMs = 2000

/** Spreads what all browsers do after the same event over two seconds. */
export function randomDelayMs(): number {
  return Math.random() * maxDelayMs
}
