import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The part of an entry in Vite's manifest that is needed here. */
interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
}
type Manifest = Record<string, Chunk>

const routeComponent = /^src\/routes\/(?<route>.+)\.tsx\?tsr-split=component(?:---loader)?$/

/**
 * Returns the scripts that each page needs in addition to the common ones, by route path. Preloading them saves a round
 * trip, because otherwise the router requests them only once it runs.
 */
export function readRouteScripts(folder: string): ReadonlyMap<string, readonly string[]> {
  const file = path.join(folder, '.vite/manifest.json')
  if (!existsSync(file)) return new Map()
  const manifest: Manifest = JSON.parse(readFileSync(file, 'utf8'))
  const keys = Object.keys(manifest)
  const common = filesOf(
    manifest,
    keys.filter((key) => manifest[key]?.isEntry),
  )
  const scripts = new Map<string, readonly string[]>()
  for (const key of keys) {
    const route = routeComponent.exec(key)?.groups?.['route']
    if (route === undefined) continue
    const own = [...filesOf(manifest, [key])].filter((script) => !common.has(script))
    for (const page of pathsOf(route)) scripts.set(page, own)
  }
  return scripts
}

/** The files of these chunks and, recursively, of their imports. */
function filesOf(manifest: Manifest, keys: string[], found = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk || found.has(chunk.file)) continue
    found.add(chunk.file)
    filesOf(manifest, chunk.imports ?? [], found)
  }
  return found
}

/** `_member/polls.{-$pollId}` serves `/polls` and `/polls/$pollId`. Layouts and groups add no path segment. */
function pathsOf(route: string): string[] {
  const segments = route
    .replaceAll('.', '/')
    .split('/')
    .filter((segment) => !/^(_.*|\(.*\)|index)$/.test(segment))
  const optional = segments.findIndex((segment) => segment.startsWith('{-'))
  const full = `/${segments.map((segment) => segment.replace(/^\{-(.*)\}$/, '$1')).join('/')}`
  return optional < 0 ? [full] : [full, `/${segments.slice(0, optional).join('/')}`]
}
