import { lazyComponent } from '#ui/lazy-component.tsx'

/** In place of a page of staff, for everyone who does not see it. */
export const StaffMissing = lazyComponent(() => import('./on-demand/staff-only.tsx').then((module) => module.StaffOnly))
