/**
 * A number from 0 to 32,767, which seems random and is the same on the server and on each device of a voter.
 * @param draw what the voter's access token says
 */
export function drawnNumber(draw: number, pollId: number): number {
  let mixed = Math.imul(draw ^ pollId, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b)
  return (mixed ^ (mixed >>> 13)) >>> 17
}

/**
 * The options from another one on, those of no opinion last.
 * @param rotation modulo the number of opinions, which one stands first. Null or undefined: the author's order
 */
export function inDrawnOrder<Option extends { is_no_opinion?: boolean | undefined }>(
  options: readonly Option[],
  rotation: number | null | undefined,
): readonly Option[] {
  if (rotation == null) return options
  const opinions = options.filter((option) => !option.is_no_opinion)
  const first = rotation % opinions.length
  return [...opinions.slice(first), ...opinions.slice(0, first), ...options.filter((option) => option.is_no_opinion)]
}
