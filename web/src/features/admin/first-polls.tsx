import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { pollTemplates, type PollTemplate } from '@wtpu/contract/site/poll-templates'
import { firstPolls, type SetupFacts } from '@wtpu/contract/site/on-demand/setup'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useState } from 'react'
import { useLastError } from '#lib/api/query-errors.ts'
import { classes } from '#lib/classes.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { categoriesQuery, usePublishTemplates } from './api.ts'

/** The templates of first polls, behind a button. Open for those who come from an empty list of polls. */
export function FirstPolls({ facts }: { facts: SetupFacts }) {
  const isLinked = useLocation({ select: ({ hash }) => hash === 'setup-polls' })
  const [chosen, setOpen] = useState<boolean>()
  const isOpen = chosen ?? isLinked
  const id = useId()
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Choose polls
        <ChevronDown aria-hidden className={classes('size-4', isOpen && 'rotate-180')} />
      </Button>
      <div id={id} hidden={!isOpen} className="mt-4">
        {isOpen && <Templates used={new Set(facts.used_templates)} missing={Math.max(1, firstPolls - facts.polls)} />}
      </div>
    </>
  )
}

function Templates({ used, missing }: { used: ReadonlySet<string>; missing: number }) {
  const categories = useQuery(categoriesQuery())
  const publish = usePublishTemplates()
  const failure = useLastError(publish)
  const unused = pollTemplates.filter(({ id }) => !used.has(id))
  const [edited, setEdited] = useState<ReadonlySet<string>>()
  const chosen = unused.filter(({ id }, index) => (edited ? edited.has(id) : index < missing))
  if (!categories.data) {
    if (categories.error) return <ErrorState title="This could not be loaded" query={categories} inCard />
    return <Skeleton className="h-64" />
  }
  const { data } = categories
  const toggle = (id: string) => {
    const next = new Set(chosen.map((template) => template.id))
    if (!next.delete(id)) next.add(id)
    setEdited(next)
  }
  const send = () =>
    publish.mutate(
      chosen.map(({ category: name, ...template }) => ({
        ...template,
        // The admin may have renamed or deleted the category.
        category: (data.find((category) => category.name === name) ?? data[0])?.id ?? 0,
      })),
      { onSuccess: () => setEdited(new Set()) },
    )
  return (
    <>
      <ul aria-label="Templates of polls" className="grid gap-x-8 gap-y-2 md:grid-cols-2">
        {pollTemplates.map((template) => (
          <li key={template.id}>
            {used.has(template.id) ? (
              <p className="py-2 pl-8 text-sm leading-snug">
                <TemplateText template={template} /> <Badge tone="good">Published</Badge>
              </p>
            ) : (
              <Checkbox
                label={<TemplateText template={template} />}
                checked={chosen.includes(template)}
                disabled={publish.isPending}
                onChange={() => toggle(template.id)}
              />
            )}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-soft">
        They open at once, under your name, for 30 days. Their text cannot be changed later.
      </p>
      {failure && (
        <div className="mt-3">
          <FormAlert pending={publish.isPending}>{failure.message}</FormAlert>
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button size="small" disabled={chosen.length === 0} loading={publish.isPending} onClick={send}>
          {chosen.length === 0
            ? 'Choose one or more'
            : `Publish ${chosen.length === 1 ? '1 poll' : `${chosen.length} polls`}`}
        </Button>
        <Link to="/polls/{-$pollId}" className={buttonClass({ variant: 'ghost', size: 'small' })}>
          Write your own
        </Link>
      </div>
    </>
  )
}

function TemplateText({ template: { question, options } }: { template: PollTemplate }) {
  return (
    <>
      <span className="font-semibold">{question}</span> <span className="block text-soft">{options.join(' · ')}</span>
    </>
  )
}
