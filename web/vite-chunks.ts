import type { Rolldown } from 'vite'

const source = `${import.meta.dirname}/src`
const homePage = `${source}/routes/index.tsx?tsr-split=component`
/** Modules that every page loads once the browser is idle. */
const afterPage = [
  'shell/after-page.tsx',
  'shell/trouble.tsx',
  'shell/live-updates.ts',
  'shell/browser-settings.tsx',
  'ui/toast/toast-view.tsx',
  'lib/page-head.ts',
]
/** Modules that the home page loads after its first screen. */
const afterHome = [
  'shell/home/home-later.tsx',
  'features/politicians/ticker/ticker.tsx',
  'features/common-ground/newest-line.tsx',
  'shell/home/below-first-screen.tsx',
]

/**
 * Names the chunk of code that the home page shares with other pages. So the home page, where most visits start, loads nothing
 * that only other pages use.
 */
export function homeChunkName(): Rolldown.CodeSplittingNameFunction {
  let ofHome: Set<string> | undefined
  return (id, context) => {
    ofHome ??= withImports([homePage], context)
    return ofHome.has(id) ? 'common' : undefined
  }
}

/**
 * Names the chunks `after-page` and `after-home`: one file each for what is always loaded together, after the first screen. What a
 * screen imports is not in them, so that it loads nothing of the rest.
 */
export function laterChunkName(): Rolldown.CodeSplittingNameFunction {
  let chunks: { name: string; modules: Set<string> }[] | undefined
  let ofPages: Set<string> | undefined
  return (id, context) => {
    ofPages ??= withImports(pages(context), context)
    chunks ??= Object.entries({ 'after-page': afterPage, 'after-home': afterHome }).map(([name, files]) => ({
      name,
      modules: withImports(
        files.map((file) => `${source}/${file}`),
        context,
      ),
    }))
    return ofPages.has(id) ? undefined : chunks.find(({ modules }) => modules.has(id))?.name
  }
}

/** The screens, which are what the route tree imports on demand. */
function pages(context: Rolldown.ChunkingContext): string[] {
  const all = withImports([`${source}/main.tsx`], context)
  const onDemand = [...all].flatMap((id) => context.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
  return onDemand.filter((id) => id.includes('?tsr-split='))
}

function withImports(starts: readonly string[], context: Rolldown.ChunkingContext): Set<string> {
  for (const id of starts) if (!context.getModuleInfo(id)) throw new Error(`The build has no module ${id}.`)
  const found = new Set(starts)
  // The loop also visits what is added to the set meanwhile.
  for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}
