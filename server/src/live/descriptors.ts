import { readFileSync } from 'node:fs'

/** For systems that do not say. Every one that Node runs on allows this many by default. */
const fallback = 1_024

/** How many files and sockets this process may have open. Node raises its soft limit to the hard one when it starts. */
export function descriptorLimit(file = '/proc/self/limits'): number {
  try {
    return parseLimit(readFileSync(file, 'utf8')) ?? fallback
  } catch {
    return fallback
  }
}

function parseLimit(text: string): number | undefined {
  const [, soft] = /^Max open files\s+(\d+|unlimited)\s/m.exec(text) ?? []
  if (soft === 'unlimited') return Infinity
  return soft === undefined ? undefined : Number(soft)
}
