import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SetupStep as Step } from '@wtpu/contract/site/on-demand/setup'
import type { ReactNode } from 'react'
import { accountQuery } from '#lib/session/email-confirmation.ts'
import { useSession } from '#lib/session/session.ts'
import { buttonClass } from '#ui/button.tsx'

const texts = {
  officials: { text: 'Import officials, and they will be listed here.', action: 'How to import officials' },
  polls: { text: 'Start from a template or your own question.', action: 'Choose polls' },
} satisfies Partial<Record<Step, object>>

/** On an empty page: admins see the step of the set-up that fills it, everyone else the `children`. */
export function SetupStep({ step, children }: { step: keyof typeof texts; children: ReactNode }) {
  const isSignedIn = useSession() !== null
  const { data } = useQuery({ ...accountQuery(), enabled: isSignedIn })
  if (!isSignedIn || data?.role !== 'admin') return children
  return (
    <>
      <p>{texts[step].text}</p>
      <p className="mt-4">
        <Link to="/admin" hash={`setup-${step}`} className={buttonClass({ variant: 'secondary' })}>
          {texts[step].action}
        </Link>
      </p>
    </>
  )
}
