import { lengthProblem } from '@wtpu/contract/lengths'
import { trimInvisible, type Written, writtenOf } from '@wtpu/contract/schemas'
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
} from 'react'
import { useDraft } from '#lib/draft.ts'
import { useIdempotencyKey } from '#lib/idempotency-key.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/form/fields.tsx'
import { findWritten, LazyWrittenChoices } from './small/lazy-choices.tsx'
import { insertQuote } from './markdown/quote.ts'
import { MentionArea } from './mentions/mention-area.tsx'

const enterHint = 'Press Enter to post, Shift+Enter for new line'

export interface CommentComposerProps {
  /** Unique per object that is commented on. The draft survives reloads and a failed request. */
  draftName: string
  label: string
  /** In characters as people see them. */
  limit: number
  /** What the user writes, for "A comment can have at most 500 characters." */
  noun?: string
  /** The text to edit. Without it, the composer starts empty. */
  initialText?: string
  /** The text to edit has these fields. */
  initial?: Written
  allowBlank?: boolean
  submitLabel: string
  /** What the button submits, for screen readers, where its label is not unique on the page. */
  submits?: string
  pendingLabel: string
  /** Enter submits and Shift+Enter starts a new line. */
  enterSubmits?: boolean
  rows?: number
  /** The text box, for example one with a preview. */
  field?: ComponentType<ComponentProps<typeof TextArea>>
  /** A Markdown quote to insert at the caret, see `quoteText`. `onQuoted` must unset it. */
  quote?: string
  onQuoted?: () => void
  /** Focuses the text box, because the user has just opened the composer. */
  startFocused?: boolean
  /**
   * The composer keeps the text if this rejects. The caller shows the reason. The idempotency key is the same again when the
   * same text is sent again.
   */
  send: (text: string, idempotencyKey: string | undefined, written: Written) => Promise<unknown>
  onSent?: () => void
  /** Discards the draft. Shows a Cancel button. */
  onCancel?: () => void
  /** Rendered before the submit button. */
  children?: ReactNode
  className?: string
}

export function CommentComposer(props: CommentComposerProps) {
  const { label, limit, rows = 4, field: Field = TextArea, children, className } = props
  const { text, setText, chosen, choose, blocked, problem, pending, submit, cancel, box } = useComposer(props)
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <form onSubmit={onSubmit} className={className}>
      <Field
        ref={box}
        box={MentionArea}
        label={label}
        value={text}
        limit={limit}
        rows={rows}
        dir="auto"
        hint={props.enterSubmits ? enterHint : undefined}
        error={problem}
        readOnly={pending}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={
          props.enterSubmits
            ? (event) => {
                if (!isSubmitKey(event)) return
                event.preventDefault()
                void submit()
              }
            : undefined
        }
      />
      <div className="mt-2 flex flex-wrap items-center justify-end gap-3">
        {children}
        <LazyWrittenChoices text={text} chosen={chosen} onChoose={choose} className="mr-auto" />
        {props.onCancel && (
          <Button variant="secondary" onClick={cancel}>
            Cancel
          </Button>
        )}
        <Button
          type="submit"
          disabled={blocked || pending}
          title={blocked ? (problem ?? 'Write something first.') : undefined}
        >
          <span>
            {pending ? props.pendingLabel : props.submitLabel}
            {props.submits !== undefined && (
              <>
                {' '}
                <span className="sr-only">{props.submits}</span>
              </>
            )}
          </span>
        </Button>
      </div>
    </form>
  )
}

/** Enter that confirms a word in an input method editor does not submit. Safari reports it as key code 229. */
function isSubmitKey({ key, shiftKey, keyCode, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing && keyCode !== 229
}

function useComposer({
  draftName,
  initialText = '',
  initial = {},
  limit,
  noun = 'comment',
  allowBlank,
  startFocused = false,
  send,
  onSent,
  onCancel,
  quote,
  onQuoted,
}: CommentComposerProps) {
  const [text, setText] = useDraft(draftName, initialText)
  const [chosen, setChosen] = useState<Written>(writtenOf(initial))
  const sendOnce = useIdempotencyKey(draftName)
  const [pending, setPending] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const problem = lengthProblem(`A ${noun}`, text.trim(), limit)
  useEffect(() => {
    if (!startFocused || !box.current) return
    box.current.focus()
    box.current.setSelectionRange(box.current.value.length, box.current.value.length)
  }, [startFocused])
  useInsertedQuote({ quote, onQuoted, text, setText, box })
  const blocked = problem !== undefined || (!allowBlank && trimInvisible(text) === '')

  async function submit() {
    if (blocked || pending) return
    setPending(true)
    try {
      const written = await findWritten(text, chosen)
      await sendOnce(text.trim(), (idempotencyKey) => send(text.trim(), idempotencyKey, written))
    } catch {
      return
    } finally {
      setPending(false)
    }
    // Even after the composer was unmounted: the draft must not come back.
    setText(initialText)
    setChosen(writtenOf(initial))
    // The submit button becomes disabled, so move focus to the text box, unless the user is already elsewhere.
    if (box.current?.form?.contains(document.activeElement)) box.current.focus({ preventScroll: true })
    onSent?.()
  }
  function cancel() {
    setText(initialText)
    onCancel?.()
  }
  const choose = (change: Written) => setChosen({ ...chosen, ...change })
  return { text, setText, chosen, choose, blocked, problem, pending, submit, cancel, box }
}

/** Inserts a quote at the caret, and moves focus and caret behind it. */
function useInsertedQuote({
  quote,
  onQuoted,
  text,
  setText,
  box,
}: Pick<CommentComposerProps, 'quote' | 'onQuoted'> & {
  text: string
  setText: (text: string) => void
  box: RefObject<HTMLTextAreaElement | null>
}) {
  const inserted = useRef<string>(undefined)
  const caret = useRef<number>(undefined)
  const insert = useEffectEvent(() => {
    // In strict mode, effects run twice.
    if (quote === undefined || inserted.current === quote) return
    const next = insertQuote(text, box.current?.selectionEnd ?? text.length, quote)
    caret.current = next.caret
    setText(next.text)
    onQuoted?.()
  })
  useEffect(() => {
    insert()
    inserted.current = quote
  }, [quote])
  useLayoutEffect(() => {
    if (caret.current === undefined || !box.current) return
    box.current.focus()
    box.current.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })
}
