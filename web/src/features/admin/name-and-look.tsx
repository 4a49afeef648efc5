import { isColor, nearestAccent, themes, type AccentField } from '@wtpu/contract/site/colors'
import { figurePages, identityErrors, identityLimits, type StoredIdentity } from '@wtpu/contract/site/identity'
import { isOn } from '@wtpu/contract/site/parts'
import type { SiteIdentity } from '@wtpu/contract/site/name'
import { maxUnits } from '@wtpu/contract/characters'
import { useEffect, useRef, type ReactNode } from 'react'
import { DiscardButton } from './discard-button.tsx'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { useForm } from '#ui/form/on-demand/use-form.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useLastError } from '#lib/api/query-errors.ts'
import { useChangeIdentity, useConsents } from './api.ts'
import { seenLater } from './seen-later.tsx'

type Field = keyof SiteIdentity

const texts = [
  ['name', 'Name of the site', 'In pages, mails, feeds, pictures and the API.'],
  ['tagline', 'Tagline', 'The headline of the home page.'],
  ['contact', 'Contact address', 'An email address, shown on the page Support. Optional.'],
  ['licence', 'Terms for the data of polls', 'In the method of every poll and in its files.'],
  [
    'newsletter',
    'Sentence about your newsletter',
    'Readers who answer a poll in an article may switch it on. Optional: without it there is no switch.',
  ],
] as const

const openFigures = figurePages.flatMap(([page, figures, ofPage]) =>
  isOn(ofPage) ? [{ page, figures: figures.filter(({ part }) => isOn(part)) }] : [],
)
const figureLabels = [...new Set(figurePages.flatMap(([, figures]) => figures.map(({ label }) => label)))]

const identityFields = [...texts.map(([field]) => field), 'accent', 'accent_dark', 'social', 'hidden'] as const

interface Draft {
  edits: Partial<SiteIdentity>
  /** What was stored when the editing of a field began. */
  before: Partial<SiteIdentity>
}
const untouched: Draft = { edits: {}, before: {} }

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Only what was edited is sent as changed, so a change that another admin made meanwhile to another field stays. */
export function NameAndLook({ stored }: { stored: StoredIdentity }) {
  const typedIn = (draft: Draft) => ({ ...stored.identity, ...draft.edits })
  const form = useForm(useChangeIdentity(), {
    empty: untouched,
    draft: 'identity',
    fields: identityFields,
    check: (draft) => identityErrors(typedIn(draft)),
    input: (draft) => ({ identity: typedIn(draft), version: stored.version }),
    onSuccess: () => toast({ title: 'Saved', ...seenLater }),
    says: (message, failure) =>
      failure?.code === 'changed_meanwhile'
        ? 'Another admin has changed other fields. What they saved is shown there, and what you typed is kept. Save again to add yours.'
        : message,
  })
  const { edits, before } = form.values
  const typed = typedIn(form.values)
  const overtaken = (field: Field) =>
    field in edits && !isSame(before[field], stored.identity[field]) && !isSame(edits[field], stored.identity[field])
  const isOvertaken = identityFields.some(overtaken)
  const showsNone = figureLabels.every((label) => typed.hidden.includes(label))
  const save = useRef<HTMLButtonElement>(null)
  // With the first own name, the links of the default disappear above the button, which would leave the window.
  useEffect(() => {
    if (stored.version && save.current === document.activeElement) save.current?.scrollIntoView({ block: 'nearest' })
  }, [stored.version])

  function edit<F extends Field>(field: F, value: SiteIdentity[F]) {
    form.edit({ edits: { ...edits, [field]: value }, before: { [field]: stored.identity[field], ...before } }, [field])
  }

  const color = (field: AccentField, label: string) => (
    <ColorField
      field={field}
      label={label}
      value={typed[field]}
      error={form.error(field)}
      saved={overtaken(field) && (stored.identity[field] || 'the default')}
      onChange={(value) => edit(field, value)}
    />
  )
  return (
    <form
      {...form.props}
      tabIndex={-1}
      aria-label="Name and look"
      className={cardClass('grid gap-6 p-4 outline-none sm:p-6')}
    >
      {texts.map(([field, label, hint]) => (
        <div key={field}>
          <TextField
            label={label}
            hint={hint}
            value={typed[field]}
            maxLength={maxUnits(identityLimits[field])}
            error={form.error(field)}
            autoComplete="off"
            onChange={(event) => edit(field, event.target.value)}
          />
          <Saved>{overtaken(field) && (stored.identity[field] || 'nothing')}</Saved>
          {field === 'newsletter' && stored.identity.newsletter !== '' && <Consents />}
        </div>
      ))}
      <div className="grid gap-6 sm:grid-cols-2">
        {color('accent', 'Color in the light theme')}
        {color('accent_dark', 'Color in the dark theme')}
      </div>
      <SocialLinks links={typed.social} error={form.error('social')} onChange={(links) => edit('social', links)} />
      <Saved>{overtaken('social') && (stored.identity.social.map(({ label }) => label).join(', ') || 'none')}</Saved>
      <fieldset>
        <legend className="text-sm font-semibold">Fixed figures</legend>
        <p className="mt-1 text-sm text-soft">
          They are fixed text, not counts. Switch on only what is true of this site.
        </p>
        <Checkbox
          label="Show none of these figures"
          checked={showsNone}
          onChange={({ target }) => edit('hidden', target.checked ? figureLabels : [])}
        />
        {!showsNone && (
          <div className="mt-2 grid gap-x-8 gap-y-4 sm:grid-cols-2">
            {openFigures.map(({ page, figures }) => (
              <div key={page}>
                <p className="text-sm font-semibold">{page}</p>
                {figures.map(({ value, label }) => (
                  <Checkbox
                    key={label}
                    label={
                      <>
                        {value} {label}
                        <span className="sr-only"> ({page})</span>
                      </>
                    }
                    checked={!typed.hidden.includes(label)}
                    onChange={({ target }) =>
                      edit(
                        'hidden',
                        target.checked ? typed.hidden.filter((one) => one !== label) : [...typed.hidden, label],
                      )
                    }
                  />
                ))}
              </div>
            ))}
          </div>
        )}
      </fieldset>
      <Saved>{overtaken('hidden') && `${stored.identity.hidden.length} of them off`}</Saved>
      {isOvertaken ? (
        <FormAlert pending={form.isPending}>
          Another admin has changed what you are editing. What they saved is shown there, and what you typed is kept.
          Save again to replace theirs.
        </FormAlert>
      ) : (
        form.alert
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          ref={save}
          type="submit"
          disabled={Object.keys(edits).length === 0}
          title={Object.keys(edits).length === 0 ? 'Nothing was changed.' : undefined}
          loading={form.isPending}
        >
          Save name and look
        </Button>
        {Object.keys(edits).length > 0 && <DiscardButton onDiscard={form.discard} />}
      </div>
    </form>
  )
}

/** What another admin saved while the field was edited. */
function Saved({ children }: { children: ReactNode }) {
  return children ? <p className="mt-1.5 text-sm font-medium wrap-anywhere">Saved meanwhile: {children}</p> : null
}

function ColorField({
  field,
  label,
  value,
  error,
  saved,
  onChange,
}: {
  field: AccentField
  label: string
  value: string
  error: ReactNode
  saved: ReactNode
  onChange: (value: string) => void
}) {
  const color = value.trim().toLowerCase()
  const better = isColor(color) ? nearestAccent(color, field) : color
  return (
    <div>
      <TextField
        label={label}
        hint="Of links and buttons. Empty for the default."
        placeholder={field === 'accent' ? '#1e40af' : '#a9bdff'}
        value={value}
        maxLength={maxUnits(7)}
        error={error}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
      {better !== color && (
        <Button
          variant="secondary"
          size="small"
          className="mt-2"
          onClick={({ currentTarget }) => {
            // Before the button disappears with the problem.
            currentTarget.parentElement?.querySelector('input')?.focus()
            onChange(better)
          }}
        >
          Use {better}
        </Button>
      )}
      {isColor(color) && (
        <p
          aria-hidden
          className="mt-2 rounded-control border border-edge px-3 py-2 font-semibold"
          style={{ background: themes[field].surface, color }}
        >
          Looks like this
        </p>
      )}
      <Saved>{saved}</Saved>
    </div>
  )
}

function SocialLinks({
  links,
  error,
  onChange,
}: {
  links: SiteIdentity['social']
  error: ReactNode
  onChange: (links: SiteIdentity['social']) => void
}) {
  const rows = links.length < identityLimits.social ? [...links, { href: '', label: '' }] : links
  const set = (index: number, change: Partial<(typeof rows)[number]>) =>
    onChange(
      rows
        .map((row, at) => (at === index ? { ...row, ...change } : row))
        .filter(({ label, href }, at) => label !== '' || href !== '' || at < links.length - 1),
    )
  return (
    <fieldset>
      <legend className="text-sm font-semibold">Links to social networks</legend>
      <p className="mt-1 text-sm text-soft">In the footer.</p>
      <ol className="mt-3 grid gap-3">
        {rows.map(({ label, href }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no other identity, and are not reordered
          <li key={index} className="grid gap-2 sm:grid-cols-[12rem_1fr_6rem]">
            <TextField
              label={`Name of link ${index + 1}`}
              value={label}
              maxLength={maxUnits(identityLimits.label)}
              autoComplete="off"
              onChange={({ target }) => set(index, { label: target.value })}
            />
            <TextField
              label={`Address of link ${index + 1}`}
              value={href}
              placeholder="https://"
              maxLength={maxUnits(identityLimits.href)}
              autoComplete="off"
              error={index === rows.length - 1 && error}
              onChange={({ target }) => set(index, { href: target.value })}
            />
            {index < links.length && (
              <Button
                variant="ghost"
                size="small"
                className="justify-self-start sm:mt-6.5"
                aria-label={`Remove link ${index + 1}`}
                onClick={({ currentTarget }) => {
                  // The row that moves up, or the empty one, which stays.
                  currentTarget.closest('li')?.querySelector('input')?.focus()
                  onChange(links.filter((_, at) => at !== index))
                }}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ol>
    </fieldset>
  )
}

/** Downloads who asked for the newsletter. */
function Consents() {
  const list = useConsents()
  const failure = useLastError(list)
  return (
    <>
      {failure && <FormAlert pending={list.isPending}>{failure.message}</FormAlert>}
      <Button variant="ghost" loading={list.isPending} onClick={() => list.mutate()}>
        Download who asked for it
      </Button>
    </>
  )
}
