/** Loads code that the page also works without. Resolves to undefined if it cannot be loaded; the next call tries again. */
export function optionalCode<Module>(load: () => Promise<Module>): Promise<Module | undefined> {
  return load().catch(() => undefined)
}
