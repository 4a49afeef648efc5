import type { Rolldown } from 'vite'

const source = `${import.meta.dirname}/src`
const homePage = `${source}/routes/index.tsx?tsr-split=component`
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
 * Names the chunks `after-page` and `after-home`, after the folders of the modules that each starts with. Every page loads the
 * first once the browser is idle, Home the second after its first screen. What a screen imports is in neither, so that it loads
 * nothing of the rest.
 */
export function laterChunkName(): Rolldown.CodeSplittingNameFunction {
  let chunks: { name: string; modules: Set<string> }[] | undefined
  let ofPages: Set<string> | undefined
  return (id, context) => {
    ofPages ??= withImports(pages(context), context)
    chunks ??= ['after-page', 'after-home'].map((name) => ({
      name,
      modules: withImports(inFolders(name, context), context),
    }))
    return ofPages.has(id) ? undefined : chunks.find(({ modules }) => modules.has(id))?.name
  }
}

/** The screens, which are what the route tree imports on demand. */
function pages(context: Rolldown.ChunkingContext): string[] {
  return [...everything(context)].filter((id) => id.includes('?tsr-split='))
}

/** The modules in all folders of this name. */
function inFolders(name: string, context: Rolldown.ChunkingContext): string[] {
  return [...everything(context)].filter((id) => id.startsWith(source) && id.includes(`/${name}/`))
}

/** What the application imports, also on demand. */
function everything(context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set([`${source}/main.tsx`])
  for (const id of found)
    for (const kind of ['importedIds', 'dynamicallyImportedIds'] as const)
      for (const imported of context.getModuleInfo(id)?.[kind] ?? []) found.add(imported)
  return found
}

function withImports(starts: readonly string[], context: Rolldown.ChunkingContext): Set<string> {
  for (const id of starts) if (!context.getModuleInfo(id)) throw new Error(`The build has no module ${id}.`)
  const found = new Set(starts)
  // The loop also visits what is added to the set meanwhile.
  for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}
