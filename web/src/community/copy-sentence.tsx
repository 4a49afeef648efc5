import { getRegistration } from '@wtpu/contract/site/invitations'
import { useQueryClient } from '@tanstack/react-query'
import Quote from 'lucide-react/icons/quote'
import { query } from '#lib/api/api.ts'
import { hasGate } from '#lib/gate.ts'
import { Button } from '#ui/button.tsx'
import { copyLink } from './copy-link.ts'

/** Copies a result as a sentence with its base, its time and its link. */
export function CopySentence({
  quote,
  ...look
}: {
  /** `isOpenToAll`: everyone may create an account, as far as this page knows. */
  quote: (isOpenToAll: boolean) => string
  variant: 'ghost' | 'secondary'
  size?: 'small'
  className?: string
}) {
  const client = useQueryClient()
  const registration = query(getRegistration)
  // Safari lets a page copy only at once after a click, so this is read before.
  const prepare = () => void client.prefetchQuery(registration)
  const copy = async () => {
    const known = await client.ensureQueryData(registration).catch(() => undefined)
    await copyLink(quote(known?.is_closed === false && !hasGate()), {
      title: 'Sentence copied',
      description: '',
      failed: 'The sentence could not be copied',
    })
  }
  return (
    <Button {...look} onPointerEnter={prepare} onFocus={prepare} onClick={() => void copy()}>
      <Quote aria-hidden className="size-4" /> Copy as a sentence
    </Button>
  )
}
