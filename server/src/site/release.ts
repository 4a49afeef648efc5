import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The name of the web's build (`web/vite-release.ts`), which its pages contain. */
export function readRelease(folder: string): string {
  const page = path.join(folder, 'index.html')
  return (existsSync(page) && /data-release="([^"]*)"/.exec(readFileSync(page, 'utf8'))?.[1]) || ''
}
