let copies = 0

/**
 * A copy of a module with its first state, as after a load of the page. `path` starts at `web/`. Use this and not
 * `vi.resetModules`, because test files share all other modules.
 */
export function freshCopy<Module>(path: `src/${string}`): Promise<Module> {
  return import(/* @vite-ignore */ `/${path}?copy=${copies++}`) as Promise<Module>
}
