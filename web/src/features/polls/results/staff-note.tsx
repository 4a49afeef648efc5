import { useSession } from '#lib/session/session.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'

const RecentVoters = lazyComponent(() => import('./own-tools.tsx').then((module) => module.RecentVoters))

/** What only staff see of the voters of a poll. */
export function StaffNote({ pollId }: { pollId: number }) {
  return useSession() !== null && <RecentVoters pollId={pollId} />
}
