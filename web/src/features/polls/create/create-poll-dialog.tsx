import {
  defaultDuration,
  descriptionMaxLength,
  durations,
  maxOptions,
  minOptions,
  type Poll,
} from '@wtpu/contract/polls/polls'
import { haveOwnOrder } from '@wtpu/contract/polls/on-demand/own-order'
import { trimInvisible, type Written } from '@wtpu/contract/schemas'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { findWritten, LazyWrittenChoices } from '#community/small/lazy-choices.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { useFocusAfterSuccess } from '#ui/dialog/focus-after-success.ts'
import { Disclosure } from '#ui/on-demand/disclosure.tsx'
import { SelectField, TextArea } from '#ui/form/fields.tsx'
import { fillIn, useForm } from '#ui/form/on-demand/use-form.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useCreatePoll } from './create-api.ts'
import { createIncomplete, CategoryField, OtherSideField, PollFormAlert, QuestionField } from './poll-form.tsx'
import { type NoOpinionChoices, NoOpinionFields, NoOpinionNote, noOpinionsOf } from './no-opinion-fields.tsx'
import { secondWording, SecondWordingFields, type Wording } from './second-wording-fields.tsx'
import { OptionFields } from './option-fields.tsx'
import { RollCallFields, type Tie } from '#features/polls/congress/roll-call-fields.tsx'
import { type StaffChoices, StaffFields } from './staff-fields.tsx'
import { accountQuery } from '#lib/session/email-confirmation.ts'
import { Part } from '#lib/part.tsx'
import { PoliticianSelect } from '#features/polls/politician-select/politician-select.tsx'

interface Draft extends Written {
  question: string
  category: string
  options: { key: number; text: string }[]
  duration_days: string
  description: string
  /** An id; empty for none. */
  politician: string
  tie?: Tie
  noOpinion?: NoOpinionChoices
  ofStaff?: StaffChoices
  drawnOrder?: boolean
  otherSide?: boolean
  second?: Wording
}

const empty: Draft = {
  question: '',
  category: '',
  options: [
    { key: 1, text: '' },
    { key: 2, text: '' },
  ],
  duration_days: String(defaultDuration),
  description: '',
  politician: '',
}

/** The draft survives closing the dialog and reloading the page. */
export function CreatePollDialog({
  open,
  onOpenChange,
  onCreated,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  onCreated: (poll: Poll) => void
}) {
  // Once the new poll's card has loaded, the board (poll-pages.tsx) moves focus from <main> to it.
  const focus = useFocusAfterSuccess(open, () => document.querySelector('main'))
  const form = useForm(useCreatePoll('create-poll'), {
    empty,
    draft: 'create-poll',
    fields: createFields,
    ownAlert: true,
    check(typed) {
      const missing = missingFields(typed)
      if (missing.includes('roll_call_options')) setDetailsOpen(true)
      return Object.fromEntries(missing.map((field) => [field, fillIn]))
    },
    input: (typed) => ({
      question: typed.question,
      description: typed.description,
      written: findWritten(textOf(typed), typed),
      politician: typed.politician === '' ? undefined : Number(typed.politician),
      options: typed.options.map(({ text }) => trimInvisible(text)).filter(Boolean),
      ...tieInput(typed),
      no_opinion_options: noOpinionInput(typed),
      drawn_order: isDrawn(typed),
      asks_other_side: typed.otherSide,
      second_wording: secondWording(typed.second),
      category: Number(typed.category),
      duration_days: Number(typed.duration_days),
      ...typed.ofStaff,
    }),
    onSuccess: (poll) => {
      toast({ title: 'Poll created', description: poll.question, variant: 'success' })
      if (focus.succeed()) onCreated(poll)
      onOpenChange(false)
    },
    onFailure: ({ fields }) => {
      if (detailFields.some((name) => fields[name])) setDetailsOpen(true)
    },
  })
  const { values: draft, edit, error } = form
  const account = useQuery({ ...accountQuery(), enabled: open })
  // As the server decides for callers that say nothing.
  const isDrawn = ({ drawnOrder, ...typed }: Draft) =>
    drawnOrder ??
    ((account.data?.role ?? 'user') !== 'user' && !haveOwnOrder(sentOptions(typed).map(({ text }) => text)))
  const [detailsOpen, setDetailsOpen] = useState(
    [
      draft.description,
      draft.politician,
      draft.tie,
      draft.noOpinion,
      draft.ofStaff,
      draft.second,
      draft.otherSide,
    ].some(Boolean),
  )

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Create New Poll"
      focusAfter={focus.focusAfter}
      description="Your poll opens to everyone immediately. Its text cannot be changed later."
      actions={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" form={form.id} loading={form.isPending}>
            {form.isPending ? 'Creating...' : 'Create Poll'}
          </Button>
        </>
      }
    >
      <form {...form.props} className="flex flex-col gap-4">
        <QuestionField value={draft.question} onChange={(question) => edit({ question })} error={error('question')} />
        <OptionFields options={draft.options} onChange={(options) => edit({ options }, optionFields)} errorOf={error} />
        <LazyWrittenChoices text={textOf(draft)} chosen={draft} onChoose={edit} className="-my-3 self-start" />
        <Checkbox
          name="drawn-order"
          label="Show the answers to each voter in an order drawn for them. Results keep your order."
          checked={isDrawn(draft)}
          onChange={({ target }) => edit({ drawnOrder: target.checked })}
          className="-my-2"
        />
        <NoOpinionNote options={draft.options} choices={draft.noOpinion} />
        <div className="grid gap-4 sm:grid-cols-2">
          <CategoryField value={draft.category} onChange={(category) => edit({ category })} error={error('category')} />
          <SelectField label="Duration" {...form.text('duration_days')}>
            {durations.map((days) => (
              <option key={days} value={String(days)}>
                {days === 1 ? '1 day' : `${days} days`}
              </option>
            ))}
          </SelectField>
        </div>
        <Disclosure
          title="Add details (optional)"
          open={detailsOpen}
          onToggle={(event) => setDetailsOpen(event.currentTarget.open)}
        >
          <div className="mt-2 flex flex-col gap-4">
            <TextArea label="Description" rows={3} limit={descriptionMaxLength} {...form.text('description')} />
            <Part of="officials">
              <PoliticianSelect
                placeholder="No politician"
                value={draft.politician === '' ? undefined : Number(draft.politician)}
                onChange={(politician) => edit({ politician: String(politician ?? '') })}
                error={error('politician')}
              />
            </Part>
            <Part of="roll-calls">
              <RollCallFields
                tie={draft.tie}
                options={draft.options}
                onChange={(tie) => edit({ tie }, ['roll_call', 'roll_call_options'])}
                errorOf={error}
              />
            </Part>
            <NoOpinionFields
              options={draft.options}
              choices={draft.noOpinion}
              opinions={draft.tie && [draft.tie.yea, draft.tie.nay]}
              onChange={(noOpinion) => edit({ noOpinion }, ['no_opinion_options'])}
              error={error('no_opinion_options')}
            />
            <SecondWordingFields
              first={draft}
              second={draft.second ?? { question: '', description: '' }}
              onChange={(second) => edit({ second }, ['second_wording'])}
              error={error('second_wording')}
            />
            <OtherSideField
              checked={draft.otherSide ?? false}
              onChange={(otherSide) => edit({ otherSide }, ['asks_other_side'])}
              error={error('asks_other_side')}
            />
            <StaffFields choices={draft.ofStaff} onChange={(ofStaff) => edit({ ofStaff })} />
          </div>
        </Disclosure>
        <PollFormAlert form={form} incomplete={createIncomplete} />
      </form>
    </Dialog>
  )
}

/** What its language is guessed from. */
const textOf = ({ question, description, options }: Draft) =>
  [question, description, ...options.map(({ text }) => text)].join(' ')

const optionFields = [...Array.from({ length: maxOptions }, (_, index) => `option-${index + 1}`), 'options']
const detailFields = [
  'description',
  'politician',
  'roll_call',
  'roll_call_options',
  'no_opinion_options',
  'second_wording',
  'asks_other_side',
]
const createFields = ['question', ...optionFields, 'category', 'duration_days', ...detailFields]

/** Blank options are not sent, so they do not count in the positions. */
const sentOptions = ({ options }: Draft) => options.filter(({ text }) => trimInvisible(text) !== '')

function noOpinionInput({ noOpinion, tie, ...draft }: Draft): number[] {
  const sent = sentOptions(draft)
  const marked = noOpinionsOf(sent, noOpinion).filter(({ key }) => key !== tie?.yea && key !== tie?.nay)
  return marked.map((option) => sent.indexOf(option))
}

function tieInput({ tie, ...draft }: Draft) {
  if (!tie) return {}
  const sent = sentOptions(draft)
  const position = (key: number) => sent.findIndex((option) => option.key === key)
  return { roll_call: tie.rollCall, roll_call_options: { yea: position(tie.yea), nay: position(tie.nay) } }
}

/** The names of required fields that are empty. */
function missingFields(draft: Draft): string[] {
  const { question, options, category } = draft
  const { yea = 0, nay = 0 } = tieInput(draft).roll_call_options ?? {}
  const blank = options.flatMap(({ text }, index) => (trimInvisible(text) === '' ? `option-${index + 1}` : []))
  const missingOptions = Math.max(0, minOptions - (options.length - blank.length))
  return [
    ...(trimInvisible(question) === '' ? ['question'] : []),
    ...blank.slice(0, missingOptions),
    ...(category === '' ? ['category'] : []),
    ...(yea < 0 || nay < 0 ? ['roll_call_options'] : []),
  ]
}
