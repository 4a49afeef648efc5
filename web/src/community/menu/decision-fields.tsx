import { lengthProblem } from '@wtpu/contract/lengths'
import { sentenceMaxLength, suspensionDays } from '@wtpu/contract/moderation/cases'
import { rules } from '@wtpu/contract/moderation/on-demand/rules'
import type { ReportKind } from '@wtpu/contract/moderation/reports'
import { trimInvisible } from '@wtpu/contract/schemas'
import type { ReactNode } from 'react'
import { useDraft } from '#lib/draft.ts'
import { buttonClass } from '#ui/button.tsx'
import { SelectField, TextArea } from '#ui/form/fields.tsx'
import { fillIn } from '#ui/form/on-demand/use-form.tsx'
import { decisionSentences } from './decision-sentences.ts'

export const emptyDecision = { rule: '', sentence: '' }

/** What a moderator has written about this content, until it is sent. A case and the menu of the content share it. */
export const decisionDraftName = ({ kind, id }: { kind: ReportKind; id: number }) => `decision:${kind}:${id}`
export const useDecisionDraft = (content: { kind: ReportKind; id: number }) =>
  useDraft(decisionDraftName(content), emptyDecision)

/** What is wrong with a decision that needs a guideline and a sentence. */
export const decisionErrors = ({ rule, sentence }: typeof emptyDecision) => ({
  rule: rule === '' && fillIn,
  sentence: trimInvisible(sentence) === '' ? fillIn : lengthProblem('A sentence', sentence.trim(), sentenceMaxLength),
})

/** The sentences that are offered for a guideline. `isKeeping`: without a guideline, too. */
const offersOf = (rule: string, isKeeping: boolean) =>
  (rule === '' && !isKeeping ? undefined : decisionSentences[Number(rule)]) ?? []

/** Takes an offered sentence: instead of another offered one, or after what was typed. */
function takeOffer(draft: typeof emptyDecision, offer: string): typeof emptyDecision {
  const written = draft.sentence.trim()
  const isOffered = decisionSentences.flat().some(([, sentence]) => sentence === written)
  return { ...draft, sentence: written === '' || isOffered ? offer : `${written} ${offer}` }
}

/** Takes the first sentence that is offered, or the one after that which was taken. */
export function takeNextOffer(draft: typeof emptyDecision, isKeeping: boolean): typeof emptyDecision {
  const offers = offersOf(draft.rule, isKeeping).map(([, sentence]) => sentence)
  const next = offers[(offers.indexOf(draft.sentence.trim()) + 1) % offers.length]
  return next === undefined ? draft : takeOffer(draft, next)
}

/** The guideline, and a sentence to the author. */
export function DecisionFields({
  draft,
  onChange,
  isKeeping = false,
  hint,
  errorOf,
}: {
  draft: typeof emptyDecision
  onChange: (draft: typeof emptyDecision) => void
  /** No guideline needs to be broken. */
  isKeeping?: boolean
  /** Who reads the sentence. */
  hint?: string
  errorOf?: (field: 'rule' | 'sentence') => ReactNode
}) {
  const offers = offersOf(draft.rule, isKeeping)
  return (
    <>
      <SelectField
        label="Guideline"
        value={draft.rule}
        error={errorOf?.('rule')}
        onChange={(event) => onChange({ ...draft, rule: event.target.value })}
      >
        <option value="">{isKeeping ? 'None is broken' : 'Choose one'}</option>
        {rules.map(([text], index) => (
          <option key={text} value={index + 1}>
            {index + 1}. {text}
          </option>
        ))}
      </SelectField>
      <TextArea
        label="Sentence to the author"
        rows={3}
        dir="auto"
        value={draft.sentence}
        limit={sentenceMaxLength}
        hint={hint}
        error={errorOf?.('sentence')}
        onChange={(event) => onChange({ ...draft, sentence: event.target.value })}
      />
      {offers.length > 0 && (
        <fieldset className="-mt-1 flex flex-wrap gap-2">
          <legend className="sr-only">Sentences for this guideline</legend>
          {offers.map(([name, sentence]) => (
            <button
              key={name}
              type="button"
              onClick={() => onChange(takeOffer(draft, sentence))}
              className={buttonClass({ variant: 'secondary', size: 'small' })}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
    </>
  )
}

export type SuspensionDays = (typeof suspensionDays)[number]

/** How long a suspension lasts. */
export function SuspensionField({
  days,
  onChange,
}: {
  days: SuspensionDays
  onChange: (days: SuspensionDays) => void
}) {
  return (
    <SelectField
      label="For how long"
      value={days}
      onChange={({ target }) => onChange(suspensionDays.find((count) => String(count) === target.value) ?? days)}
    >
      {suspensionDays.map((count) => (
        <option key={count} value={count}>
          {daysName(count)}
        </option>
      ))}
    </SelectField>
  )
}

export const daysName = (count: SuspensionDays) => (count === 1 ? '1 day' : `${count} days`)
