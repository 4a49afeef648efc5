import { Link } from '@tanstack/react-router'
import type { FeaturedPoll } from '@wtpu/contract/on-demand/admin'
import Star from 'lucide-react/icons/star'
import { Badge } from '#ui/badge.tsx'
import { useLastError } from '#lib/api/query-errors.ts'
import { passFocus } from '#lib/pass-focus.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { useForm } from '#ui/form/on-demand/use-form.tsx'
import { useFeature } from './api.ts'

/** The number of a poll, from its address or alone. */
export function pollNumber(text: string): number | undefined {
  const digits = /(?:^|\/polls\/)([1-9]\d{0,8})\/?$/.exec(text.trim().replace(/[?#].*$/, ''))?.[1]
  return digits === undefined ? undefined : Number(digits)
}

const empty = { poll: '' }

export function FeaturedPolls({ polls }: { polls: FeaturedPoll[] }) {
  const unfeature = useFeature()
  const failure = useLastError(unfeature)
  const form = useForm(useFeature(), {
    empty,
    check: ({ poll }) => ({ poll: pollNumber(poll) === undefined && 'This is no address of a poll.' }),
    input: ({ poll }) => ({ id: pollNumber(poll) ?? 0, featured: true }),
  })
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
      {failure && <FormAlert pending={unfeature.isPending}>{failure.message}</FormAlert>}
      <form {...form.props} className="mt-6 flex flex-wrap items-start gap-3">
        <TextField
          label="Feature a poll"
          hint="Its address or its number"
          {...form.text('poll')}
          maxLength={300}
          autoComplete="off"
          className="flex-1"
        />
        <Button type="submit" variant="secondary" loading={form.isPending} className="mt-6.5">
          Feature
        </Button>
        {form.alert}
      </form>
    </>
  )
}
