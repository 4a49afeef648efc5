import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'

const packageFolder = path.dirname(createRequire(import.meta.url).resolve('lucide-react/package.json'))

/**
 * Imports each icon from its own file instead of the package's list of all 2,000. The build is faster, and knows which
 * icons a page needs (`vite-chunks.ts`).
 */
export function iconFiles(): Plugin {
  let files = new Map<string, string>()
  return {
    name: 'icon-files',
    apply: 'build',
    enforce: 'pre',
    buildStart: () => {
      files = readIconFiles()
    },
    transform: (code, id) => {
      if (!/\.tsx?(?:$|\?)/.test(id) || !code.includes("'lucide-react'")) return undefined
      return code.replaceAll(/import \{([^}]*)\} from 'lucide-react'/g, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean)
          .map((name) => importOf(name, files))
          .join(';'),
      )
    },
  }
}

function importOf(specifier: string, files: ReadonlyMap<string, string>): string {
  const [name = '', localName = name] = specifier.split(' as ')
  const file = files.get(name)
  // Otherwise it is a type (`type LucideIcon`), which the build drops.
  if (!file) return `import ${specifier.replace(/^type (.*)/, 'type { $1 }')} from 'lucide-react'`
  return `import ${localName} from 'lucide-react/icons/${file}'`
}

/** Icons have several names: `BarChart3` and `ChartColumn` are the same file. */
function readIconFiles(): Map<string, string> {
  const list = readFileSync(path.join(packageFolder, 'dist/esm/lucide-react.mjs'), 'utf8')
  return new Map(
    [...list.matchAll(/export \{([^}]+)\} from '\.\/icons\/([\w-]+)\.mjs'/g)].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [name, file] as const),
    ),
  )
}
