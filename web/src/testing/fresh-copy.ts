let copies = 0

/**
 * Imports a module anew, with its initial state, as a load of the page does. `path` is relative to `web/`. `vi.resetModules`
 * would import all modules anew, which the test files share.
 */
export function freshCopy<Module>(path: `src/${string}`): Promise<Module> {
  return import(/* @vite-ignore */ `/${path}?copy=${copies++}`) as Promise<Module>
}
