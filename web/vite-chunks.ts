import type { Rolldown } from 'vite'

const homePage = `${import.meta.dirname}/src/routes/index.tsx?tsr-split=component`

/**
 * Names the chunk of code that several pages share: `common` if the home page needs it, otherwise `pages`. So the home
 * page, where most visits start, loads nothing that only other pages use.
 */
export function sharedChunkName(): Rolldown.CodeSplittingNameFunction {
  let ofHome: Set<string> | undefined
  return (id, context) => {
    ofHome ??= withImports(homePage, context)
    return ofHome.has(id) ? 'common' : 'pages'
  }
}

function withImports(start: string, context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set([start])
  // The loop also visits what is added to the set meanwhile.
  for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  if (found.size === 1) throw new Error(`The build has no module ${start}.`)
  return found
}
