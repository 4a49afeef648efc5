import type { UseMutationResult } from '@tanstack/react-query'
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode, type SyntheticEvent } from 'react'
import { useDraft } from '#lib/draft.ts'
import { FormAlert } from '../form-alert.tsx'

/** Messages by field. */
type FieldErrors = Readonly<Record<string, string | readonly string[] | false | undefined>>

/** What a form needs of an error of its mutation. */
interface Failure {
  message: string
  /** Messages of the server for single fields. */
  fields?: FieldErrors
}

interface Rules<Values, Input, Output, E> {
  /** The form before anything is typed, the same object on every call. */
  empty: Values
  /** The name of the draft that survives a reload, see `useDraft`. Without it, what is typed is kept in memory. */
  draft?: string
  /** What is wrong, by field. The form is sent only if nothing is. */
  check?: (values: Values) => FieldErrors
  /** What is sent. */
  input: (values: Values, form: HTMLFormElement | null) => Input
  /** Keeps the values after a success, for settings. */
  keeps?: boolean
  /** The fields that show errors, in the order of the screen. By default those of `empty`. */
  fields?: readonly string[]
  /** The form has an alert of its own, which announces the errors of fields. */
  ownAlert?: boolean
  onSuccess?: (output: Output, sent: Values) => void
  onFailure?: (failure: E) => void
  /** How a message is shown, at its field or, with its failure, in the form's alert. */
  says?: (message: string, failure?: E) => ReactNode
}

interface Outcome<E> {
  tries: number
  errors: Readonly<Record<string, string>>
  failure?: E
}

type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] & string
type BoxName<Values> = { [Name in keyof Values]: Values[Name] extends boolean ? Name : never }[keyof Values] & string
interface Target {
  target: { value: string; checked?: boolean }
}

export const fillIn = 'Please fill in this field.'

/**
 * A form that sends its values by a mutation. After a failed try, the first wrong field gets the focus, and its error is
 * announced. Errors keep their place, unseen, during the next try: otherwise the button would move under a double click.
 * Editing a field clears its error.
 */
export function useForm<Values extends object, Input, Output, E extends Failure>(
  { isPending, mutateAsync }: Pick<UseMutationResult<Output, E, Input>, 'isPending' | 'mutateAsync'>,
  {
    empty,
    draft,
    check,
    input,
    keeps,
    fields = Object.keys(empty),
    ownAlert,
    onSuccess,
    onFailure,
    says = (text) => text,
  }: Rules<Values, Input, Output, E>,
) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useDraft(draft, empty)
  const [{ tries, errors, failure }, setOutcome] = useState<Outcome<E>>({ tries: 0, errors: {} })
  // Password managers fill in several fields before the form is rendered again.
  const latest = useRef(values)
  useLayoutEffect(() => {
    latest.current = values
  })
  useEffect(() => {
    if (tries === 0) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')
    if (field) field.focus()
    else form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' })
  }, [tries])

  /** The error that is announced is that of the field that gets the focus. */
  const first = fields.find((name) => errors[name])

  function fail(wrong: FieldErrors, failed?: E) {
    setOutcome((last) => ({ tries: last.tries + 1, errors: messagesIn(wrong), failure: failed }))
  }
  function change(next: Values, edited: readonly string[]) {
    // What is as before is no draft.
    latest.current = isSame(next, empty) ? empty : next
    setValues(latest.current)
    forget(edited)
  }
  function forget(edited?: readonly string[]) {
    setOutcome((last) => ({
      tries: last.tries,
      errors: Object.fromEntries(Object.entries(last.errors).filter(([name]) => edited && !edited.includes(name))),
    }))
  }
  function submit(event?: SyntheticEvent) {
    event?.preventDefault()
    if (isPending) return
    const sent = latest.current
    const wrong = check?.(sent) ?? {}
    if (Object.values(wrong).some(Boolean)) return fail(wrong)
    const isSent = mutateAsync(input(sent, form.current), {
      onSuccess: (output) => {
        forget()
        onSuccess?.(output, sent)
      },
      onError: (failed) => {
        fail(failed.fields ?? {}, failed)
        onFailure?.(failed)
      },
    })
    // Also after the form was closed: its draft must not come back. What was typed meanwhile stays.
    void isSent.then(
      () => !keeps && latest.current === sent && setValues(empty),
      () => undefined,
    )
  }
  const error = (name: string): ReactNode =>
    errors[name] && (
      <span role={name === first && !ownAlert ? 'alert' : undefined} className={isPending ? 'invisible' : undefined}>
        {says(errors[name])}
      </span>
    )
  return {
    values,
    isPending,
    /** The failure of the last try, until a field is edited. */
    failure,
    id,
    props: { ref: form, id, onSubmit: submit, noValidate: true },
    submit,
    /** Shows what is wrong before the form is sent. */
    fail,
    /** Changes values, and clears the errors of the fields that change or are named. */
    edit: (some: Partial<Values>, edited?: readonly string[]) => {
      const before = new Map<string, unknown>(Object.entries(latest.current))
      const changed = Object.entries(some).flatMap(([name, value]) => (value === before.get(name) ? [] : [name]))
      change({ ...latest.current, ...some }, edited ?? changed)
    },
    /** Clears the errors, all or those of some fields. */
    forget,
    discard() {
      change(empty, [])
      forget()
    },
    error,
    /** A field shows an error. */
    isWrong: first !== undefined,
    /** The props of a text field or a select. */
    text: <Name extends TextName<Values>>(name: Name) => ({
      name,
      value: values[name],
      onChange: ({ target }: Target) => change({ ...latest.current, [name]: target.value }, [name]),
      error: error(name),
    }),
    /** The props of a checkbox. */
    box: <Name extends BoxName<Values>>(name: Name) => ({
      name,
      checked: values[name],
      onChange: ({ target }: Target) => change({ ...latest.current, [name]: target.checked }, [name]),
      error: error(name),
    }),
    /** What failed, unless a field shows it. */
    alert: failure && first === undefined && (
      <FormAlert pending={isPending}>{says(failure.message, failure)}</FormAlert>
    ),
  }
}

function isSame(one: object, other: object): boolean {
  const values = new Map<string, unknown>(Object.entries(other))
  return Object.entries(one).every(([name, value]) => value === values.get(name))
}

function messagesIn(errors: FieldErrors): Outcome<never>['errors'] {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, found]) => {
      const message = typeof found === 'object' ? found.join(' ') : found
      return message ? [[name, message]] : []
    }),
  )
}
