import { site } from './name.ts'

/** The name of a file that people download from this site, for example "civic-post-poll-7.csv". */
export function downloadName(file: string): string {
  const name = site.name.normalize('NFKD').replace(/\p{M}/gu, '')
  // Other characters than these would need an encoding in headers.
  return `${name} ${file}`
    .toLowerCase()
    .replace(/[^a-z\d.]+/g, '-')
    .replace(/^[-.]+/, '')
}
