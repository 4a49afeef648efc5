// Generators of clients need the JavaScript API of TypeScript, which TypeScript 7 does not have.
import { registerHooks } from 'node:module'

const url = 'wtpu:typescript'

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript' ? { url, shortCircuit: true } : next(specifier, context),
  load: (loaded, context, next) =>
    loaded === url
      ? {
          format: 'module',
          source: `export { ts as default } from '${import.meta.resolve('@ts-morph/common')}'`,
          shortCircuit: true,
        }
      : next(loaded, context),
})
