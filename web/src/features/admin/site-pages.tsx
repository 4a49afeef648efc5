import { useQuery, useQueryClient } from '@tanstack/react-query'
import { maxUnits } from '@wtpu/contract/characters'
import {
  sitePageErrors,
  sitePageLimits,
  sitePageNames,
  sitePageTitles,
  type SitePage,
  type SitePageName,
} from '@wtpu/contract/site/site-pages'
import { useRef, useState } from 'react'
import { MarkdownField } from '#community/markdown/markdown-editor.tsx'
import { PathLink } from '#community/path-link.tsx'
import { optionalCode } from '#lib/optional-code.ts'
import { shortDate } from '#lib/dates.ts'
import { DiscardButton } from './discard-button.tsx'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { useForm } from '#ui/form/on-demand/use-form.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { findPlaceholders, placeholderQuestion } from './drafts/placeholders.ts'
import { retentionQuery, sitePageQuery, usePublishPage } from './api.ts'

/** The pages that the operator writes. Each is edited in its row. */
export function SitePages() {
  return (
    <ul className={cardClass('divide-y divide-line')}>
      {sitePageNames.map((name) => (
        <Page key={name} name={name} />
      ))}
    </ul>
  )
}

function Page({ name }: { name: SitePageName }) {
  const [isOpen, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  function close() {
    setOpen(false)
    // What is below moves up by the height of the form.
    toggle.current?.focus()
  }
  const { data, error, refetch } = useQuery(sitePageQuery(name))
  return (
    <li className="p-4 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <PathLink path={`/${name}`} className="inline-block py-0.5 text-link font-semibold">
            {sitePageTitles[name]}
          </PathLink>
          {data ? (
            <p className="text-sm text-soft">
              {data.current
                ? `Version ${data.current.version} of ${shortDate(new Date(data.current.published_at))}${data.text === '' ? ', without a text of your own' : ''}`
                : 'Not written: people see the built-in text'}
            </p>
          ) : (
            !error && <Skeleton className="mt-1 h-4 w-56" />
          )}
        </div>
        {data && (
          <Button
            ref={toggle}
            variant="secondary"
            size="small"
            className="scroll-mt-24"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Close' : 'Write'}: ${sitePageTitles[name]}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Close' : 'Write'}
          </Button>
        )}
      </div>
      {error && !data && <ErrorState title="This could not be loaded" query={{ error, refetch }} inCard />}
      {isOpen && data && <Editor name={name} stored={data} onPublished={close} />}
    </li>
  )
}

const untouched = { text: '', what_changed: '', version: -1 }

/** What is typed is kept until it is published, with the version that it is based on. */
function Editor({ name, stored, onPublished }: { name: SitePageName; stored: SitePage; onPublished: () => void }) {
  /** What the last press of Publish asked. */
  const [asked, setAsked] = useState<string>()
  const client = useQueryClient()
  const version = stored.current?.version ?? 0
  const typedIn = (draft: typeof untouched) =>
    draft === untouched ? { text: stored.text, what_changed: '', version } : draft
  const form = useForm(usePublishPage(name), {
    empty: untouched,
    draft: `page:${name}`,
    check(draft) {
      const question = placeholderQuestion(typedIn(draft).text)
      const isNew = question !== undefined && question !== asked
      setAsked(question)
      if (isNew) selectPlaceholder()
      return { ...(isNew && { text: question }), ...sitePageErrors({ ...typedIn(draft), version }) }
    },
    input: typedIn,
    onSuccess: () => {
      onPublished()
      toast({ title: 'Published', description: `${sitePageTitles[name]} has a new version.` })
    },
  })
  const draft = form.values
  const typed = typedIn(draft)
  const isOvertaken = typed.version !== version
  const withDraft = name === 'terms' || name === 'privacy' ? name : undefined
  const text = () => form.props.ref.current?.querySelector('textarea')
  const edit = (change: Partial<typeof typed>) => form.edit({ ...typed, ...change })
  /** The first one that the draft left open. Lines of the field have no numbers. */
  function selectPlaceholder() {
    const [first] = findPlaceholders(typed.text)
    if (first) text()?.setSelectionRange(first.at, first.at + first.placeholder.length)
  }
  async function startFromDraft() {
    const retention = await client.fetchQuery(retentionQuery()).catch(() => undefined)
    const drafts = retention && (await optionalCode(() => import('./drafts/drafts.ts')))
    if (drafts && withDraft) {
      edit({ text: drafts.draftOf(withDraft, retention.years) })
      text()?.focus()
    } else toast({ title: 'The draft could not be loaded', description: 'Please try again.', variant: 'destructive' })
  }

  return (
    <form {...form.props} tabIndex={-1} className="mt-4 grid gap-4 outline-none">
      {withDraft && typed.text === '' && (
        <div>
          <Button variant="secondary" size="small" onClick={() => void startFromDraft()}>
            Start from the draft
          </Button>
          <p className="mt-2 text-sm text-soft">
            It describes what this software stores and does. A lawyer must read it before you publish it.
          </p>
        </div>
      )}
      <MarkdownField
        isPage
        label={`Text of ${sitePageTitles[name]}`}
        rows={14}
        value={typed.text}
        maxLength={maxUnits(sitePageLimits.text)}
        error={form.error('text')}
        hint="## Heading"
        onChange={(event) => edit({ text: event.target.value })}
      />
      {version > 0 && (
        <TextField
          label="What changed"
          hint="One sentence. Readers see it above the text and in the list of versions."
          value={typed.what_changed}
          maxLength={maxUnits(sitePageLimits.what_changed)}
          error={form.error('what_changed')}
          autoComplete="off"
          onChange={(event) => edit({ what_changed: event.target.value })}
        />
      )}
      {isOvertaken ? (
        <FormAlert>
          Another admin has published version {version} meanwhile. What you typed is kept; compare it with their text:
          <span className="mt-2 block max-h-60 overflow-y-auto font-mono text-sm whitespace-pre-wrap text-ink">
            {stored.text}
          </span>
        </FormAlert>
      ) : (
        form.alert
      )}
      <div className="flex flex-wrap gap-3">
        {isOvertaken ? (
          <Button variant="secondary" onClick={() => edit({ version })}>
            I have compared them: keep mine
          </Button>
        ) : (
          <Button
            type="submit"
            disabled={draft === untouched}
            title={draft === untouched ? 'Nothing was changed.' : undefined}
            loading={form.isPending}
          >
            Publish
          </Button>
        )}
        {draft !== untouched && <DiscardButton onDiscard={form.discard} />}
      </div>
    </form>
  )
}
