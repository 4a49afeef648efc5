import { readFileSync } from 'node:fs'

/** Used where the limit cannot be read. The usual default of operating systems. */
const fallback = 1_024

/** Maximum number of open files and sockets of this process. Node raises the soft limit to the hard limit at start. */
export function descriptorLimit(file = '/proc/self/limits'): number {
  try {
    return parseLimit(readFileSync(file, 'utf8')) ?? fallback
  } catch {
    return fallback
  }
}

/** The rest is for requests, connections that browsers keep, the database and files (http/connections.ts). */
export const maxStreams = (): number => Math.floor(descriptorLimit() / 3)

function parseLimit(text: string): number | undefined {
  const [, soft] = /^Max open files\s+(\d+|unlimited)\s/m.exec(text) ?? []
  if (soft === 'unlimited') return Infinity
  return soft === undefined ? undefined : Number(soft)
}
