import { lazyValue } from '#community/text/lazy-value.ts'

/**
 * The Markdown formatter, or undefined until its code is loaded. Routes whose page shows Markdown call `loadMarkdown` in
 * their loader, next to the data, so that a text is formatted from its first paint.
 */
export const { load: loadMarkdown, useValue: useMarkdown } = lazyValue(() =>
  import('./format-markdown.ts').then((module) => module.formatMarkdown),
)
