import type { Poll } from '@wtpu/contract/polls/polls'
import { useSession } from '#lib/session/session.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'

const OfStaff = lazyComponent(() => import('./own-tools.tsx').then((module) => module.OfStaff))

/** What only staff see of the voters of a poll, and do with it. */
export function StaffNote({ poll }: { poll: Poll }) {
  return useSession() && <OfStaff poll={poll} />
}
