import { initials } from '@wtpu/contract/accounts/names'
import { listMentionable } from '@wtpu/contract/mentions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { query } from '#lib/api/api.ts'
import { classes } from '#lib/classes.ts'
import { Avatar } from '#ui/avatar.tsx'
import { mentionAt, type TypedMention } from './typed-mention.ts'

const debounceMs = 150

/**
 * A text area that suggests people while an `@` and the start of a name are typed. It stays a text box for screen readers,
 * which announce how many people there are and the one that the arrow keys reach. Enter or Tab inserts that one.
 */
export function MentionArea({ onChange, onKeyDown, onBlur, onSelect, ...rest }: ComponentProps<'textarea'>) {
  const listId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<TypedMention>()
  const [index, setIndex] = useState(0)
  const people = useMentionable(typed?.name)
  const isOpen = typed !== undefined && people.length > 0
  const optionId = (place: number) => `${listId}-${place}`
  const close = () => setTyped(undefined)
  useEscape(isOpen, close)

  function look(box: HTMLTextAreaElement) {
    const next = box.selectionStart === box.selectionEnd ? mentionAt(box.value, box.selectionEnd) : undefined
    if (next?.name !== typed?.name) setIndex(0)
    setTyped(next)
  }
  function insert(username: string) {
    const box = frame.current?.querySelector('textarea')
    if (!box || !typed) return
    box.focus()
    box.setRangeText(`@${username} `, typed.start, box.selectionEnd, 'end')
    // React hears of the change by this event.
    box.dispatchEvent(new Event('input', { bubbles: true }))
    close()
  }
  function onKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = people[index]
    const isChoice = (event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && chosen !== undefined
    if (!isOpen || event.nativeEvent.isComposing || (step === undefined && !isChoice)) return onKeyDown?.(event)
    event.preventDefault()
    if (step !== undefined) setIndex((index + step + people.length) % people.length)
    else if (chosen) insert(chosen.username)
  }
  return (
    <div ref={frame} className="relative">
      <textarea
        {...rest}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? optionId(index) : undefined}
        onChange={(event) => {
          onChange?.(event)
          look(event.target)
        }}
        onSelect={(event) => {
          onSelect?.(event)
          // Moving the caret only closes the list, so that it does not open over a text that is read.
          if (typed) look(event.currentTarget)
        }}
        onKeyDown={onKey}
        onBlur={(event) => {
          onBlur?.(event)
          close()
        }}
      />
      {isOpen && (
        <div className="absolute inset-x-0 top-full z-20 mt-1 rounded-control border border-line bg-surface py-1 shadow-float">
          <div
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot belong to a text box
            role="listbox"
            id={listId}
            aria-label="People to mention"
            className="max-h-64 overflow-y-auto"
          >
            {people.map(({ id, username, name, avatar }, place) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text area handles the keys
              <div
                key={id}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option of a listbox
                role="option"
                id={optionId(place)}
                tabIndex={-1}
                aria-selected={place === index}
                // The text area keeps the focus.
                onPointerDown={(event) => event.preventDefault()}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => insert(username)}
                className={classes(
                  'flex min-h-11 cursor-pointer items-center gap-2 px-3.5 py-1.5',
                  place === index && 'bg-tint',
                )}
              >
                <Avatar id={id} image={avatar} initials={initials(name)} size="small" />
                <span translate="no" className="min-w-0 flex-1 wrap-anywhere">
                  {name} <span className="block text-sm text-soft">@{username}</span>
                </span>
              </div>
            ))}
          </div>
          {/* Devices without a keyboard have no such keys. Screen readers hear this with the number of people. */}
          <p aria-hidden className="border-t border-line px-3.5 pt-1.5 pb-0.5 text-sm text-soft pointer-coarse:hidden">
            {keysText}
          </p>
        </div>
      )}
      <output className="sr-only">{isOpen && countText(people.length)}</output>
    </div>
  )
}

const keysText = 'Enter or Tab inserts, Escape closes'

function countText(count: number): string {
  return `${count === 1 ? 'One person' : `${count} people`} to mention. Use the arrow keys. ${keysText}.`
}

/** The people whose name starts with what was typed. None while there is no mention. */
function useMentionable(name: string | undefined) {
  const [settled, setSettled] = useState(name)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(name), debounceMs)
    return () => clearTimeout(timer)
  }, [name])
  const { data = [] } = useQuery({
    ...query(listMentionable, { querystring: { q: settled ?? '' } }, { meta: { own: true }, staleTime: 60_000 }),
    enabled: name !== undefined && settled !== undefined,
    placeholderData: keepPreviousData,
    // Without suggestions, the text box works as before.
    retry: false,
  })
  return name === undefined ? [] : data
}

/** Before a dialog around it hears of the key, and closes. */
function useEscape(active: boolean, onEscape: () => void): void {
  const escape = useEffectEvent(onEscape)
  useEffect(() => {
    if (!active) return undefined
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      escape()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [active])
}
