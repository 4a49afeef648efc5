import { characterCount } from '@wtpu/contract/characters'
import { descriptionMaxLength, questionMaxLength } from '@wtpu/contract/polls/polls'
import { trimInvisible } from '@wtpu/contract/schemas'
import { useId, type ReactNode } from 'react'
import { TextArea } from '#ui/form/fields.tsx'

export interface Wording {
  question: string
  description: string
}

const isBlank = ({ question, description }: Wording) => trimInvisible(question + description) === ''

/** What is sent: nothing if there is no second wording. */
export const secondWording = (typed: Wording | undefined): Wording | undefined =>
  typed && !isBlank(typed) ? typed : undefined

/** Another question and description for the same options. Both wordings are shown side by side before the poll is published. */
export function SecondWordingFields({
  first,
  second,
  onChange,
  error,
}: {
  first: Wording
  second: Wording
  onChange: (second: Wording) => void
  error: ReactNode
}) {
  const titleId = useId()
  // The server has one error for both fields.
  const isTextWrong =
    characterCount(second.question) <= questionMaxLength && characterCount(second.description) > descriptionMaxLength
  return (
    <>
      <TextArea
        label="Second wording"
        hint="Each voter is shown one of the two wordings by chance. Their votes are never added."
        name="second_wording"
        rows={2}
        limit={questionMaxLength}
        value={second.question}
        onChange={({ target }) => onChange({ ...second, question: target.value })}
        error={!isTextWrong && error}
      />
      <TextArea
        label="Text below the second wording"
        name="second_description"
        rows={3}
        limit={descriptionMaxLength}
        value={second.description}
        onChange={({ target }) => onChange({ ...second, description: target.value })}
        error={isTextWrong && error}
      />
      {!isBlank(second) && (
        <section aria-labelledby={titleId} className="flex flex-col gap-2">
          <p id={titleId} className="font-semibold">
            Both wordings ask for the same choice.
          </p>
          <div className="grid gap-4 sm:grid-cols-2">
            {[first, second].map(({ question, description }, index) => (
              <div key={index === 0 ? 'first' : 'second'} className="rounded-control border border-line p-3">
                <p className="font-semibold wrap-anywhere">{question}</p>
                {description && <p className="mt-1 text-sm text-soft wrap-anywhere">{description}</p>}
              </div>
            ))}
          </div>
        </section>
      )}
    </>
  )
}
