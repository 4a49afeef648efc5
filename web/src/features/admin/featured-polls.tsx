import { Link } from '@tanstack/react-router'
import type { FeaturedPoll } from '@wtpu/contract/on-demand/admin'
import Star from 'lucide-react/icons/star'
import { useState, type FormEvent } from 'react'
import { Badge } from '#ui/badge.tsx'
import { useLastError } from '#lib/api/query-errors.ts'
import { passFocus } from '#lib/pass-focus.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { useFeature } from './api.ts'

/** The number of a poll, from its address or alone. */
export function pollNumber(text: string): number | undefined {
  const digits = /(?:^|\/polls\/)([1-9]\d{0,8})\/?$/.exec(text.trim().replace(/[?#].*$/, ''))?.[1]
  return digits === undefined ? undefined : Number(digits)
}

export function FeaturedPolls({ polls }: { polls: FeaturedPoll[] }) {
  const [typed, setTyped] = useState('')
  const [isInvalid, setInvalid] = useState(false)
  const feature = useFeature()
  const unfeature = useFeature()
  const failures = [useLastError(feature), useLastError(unfeature)]
  function submit(event: FormEvent) {
    event.preventDefault()
    const id = pollNumber(typed)
    setInvalid(id === undefined)
    if (id === undefined || feature.isPending) return
    feature.mutate({ id, featured: true }, { onSuccess: () => setTyped('') })
  }
  return (
    <>
      {polls.length === 0 ? (
        <EmptyState icon={<Star />} title="No poll is featured">
          The page of polls and Home show featured polls first.
        </EmptyState>
      ) : (
        <ul aria-label="Featured polls" className={cardClass('divide-y divide-line')}>
          {polls.map(({ id, question, is_closed }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 p-4 sm:px-6">
              <p dir="auto" className="min-w-0 flex-1 wrap-anywhere">
                <Link to="/polls/{-$pollId}" params={{ pollId: String(id) }} className="text-link">
                  {question}
                </Link>{' '}
                {is_closed && <Badge tone="neutral">Closed</Badge>}
              </p>
              <Button
                ref={passFocus}
                variant="secondary"
                size="small"
                loading={unfeature.isPending && unfeature.variables.id === id}
                aria-label={`Remove from featured: ${question}`}
                onClick={() => unfeature.mutate({ id, featured: false })}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={submit} className="mt-6 flex flex-wrap items-start gap-3">
        <TextField
          label="Feature a poll"
          hint="Its address or its number"
          value={typed}
          maxLength={300}
          autoComplete="off"
          error={isInvalid ? 'This is no address of a poll.' : failures.find(Boolean)?.message}
          onChange={(event) => {
            setTyped(event.target.value)
            setInvalid(false)
          }}
          className="flex-1"
        />
        <Button type="submit" variant="secondary" loading={feature.isPending} className="mt-6.5">
          Feature
        </Button>
      </form>
    </>
  )
}
