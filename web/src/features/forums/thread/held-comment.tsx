import { lazyComponent } from '#ui/lazy-component.tsx'

/** A linked comment that is hidden: `children`, unless the viewer may read it during a review. */
export const HeldComment = lazyComponent(() =>
  import('#community/held-content.tsx').then((module) => module.HeldContent),
)
