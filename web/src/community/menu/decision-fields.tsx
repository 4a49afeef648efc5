import { characterCount } from '@wtpu/contract/characters'
import { sentenceMaxLength } from '@wtpu/contract/moderation/cases'
import { type ReportKind, rules } from '@wtpu/contract/moderation/reports'
import { useDraft } from '#lib/draft.ts'
import { SelectField, TextArea } from '#ui/form/fields.tsx'

export const emptyDecision = { rule: '', sentence: '' }

/** What a moderator has written about this content, until it is sent. A case and the menu of the content share it. */
export const useDecisionDraft = ({ kind, id }: { kind: ReportKind; id: number }) =>
  useDraft(`decision:${kind}:${id}`, emptyDecision)

export const isTooLong = (sentence: string) => characterCount(sentence.trim()) > sentenceMaxLength

/** The guideline, and a sentence to the author. */
export function DecisionFields({
  draft,
  onChange,
  withoutRule = 'Choose one',
  errors,
}: {
  draft: typeof emptyDecision
  onChange: (draft: typeof emptyDecision) => void
  /** Of the option that names no guideline. */
  withoutRule?: string
  errors?: Readonly<Record<string, string[] | undefined>>
}) {
  return (
    <>
      <SelectField
        label="Guideline"
        value={draft.rule}
        error={errors?.['rule']?.[0]}
        onChange={(event) => onChange({ ...draft, rule: event.target.value })}
      >
        <option value="">{withoutRule}</option>
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
        error={errors?.['sentence']?.[0]}
        onChange={(event) => onChange({ ...draft, sentence: event.target.value })}
      />
    </>
  )
}
