import { maxUnits } from '@wtpu/contract/characters'
import { tagMaxLength, tagSlug, tagsPerDiscussion, type Tag } from '@wtpu/contract/forums/tags'
import { useQuery } from '@tanstack/react-query'
import { useCombobox } from 'downshift'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { amount } from '#features/forums/messages.ts'
import { classes } from '#lib/classes.ts'
import { controlClass, Field } from '#ui/form/fields.tsx'
import { tagsQuery, useCreateTag } from './start-api.ts'

const debounceMs = 250

/** A tag of the list, or, without an id, a new one. */
interface Choice {
  id?: number
  name: string
  discussion_count?: number
}

/** Picks up to five tags by typing. A name without a tag can be created. */
export function TagPicker({
  tags,
  onChange,
  error,
}: {
  tags: readonly Tag[]
  onChange: (tags: readonly Tag[]) => void
  error: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [opened, setOpened] = useState(false)
  const choices = useChoices(text, tags, opened)
  const createTag = useCreateTag()
  const isFull = tags.length >= tagsPerDiscussion
  const add = (tag: Tag) => {
    setText('')
    if (!tags.some(({ id }) => id === tag.id)) onChange([...tags, { id: tag.id, name: tag.name }])
  }
  function choose({ id, name }: Choice) {
    if (id === undefined) createTag.mutate(name, { onSuccess: add })
    else add({ id, name })
  }
  function remove(id: number) {
    onChange(tags.filter((tag) => tag.id !== id))
    // The button disappears with its tag.
    input.current?.focus()
  }
  const list = useCombobox<Choice>({
    items: choices.items,
    itemToString: (item) => item?.name ?? '',
    itemToKey: (item) => item?.id ?? item?.name,
    selectedItem: null,
    inputValue: text,
    onIsOpenChange: ({ isOpen }) => isOpen && setOpened(true),
    onInputValueChange: ({ inputValue, type }) => {
      if (type !== useCombobox.stateChangeTypes.InputChange) return
      setText(inputValue)
      createTag.reset()
    },
    onSelectedItemChange: ({ selectedItem }) => selectedItem && choose(selectedItem),
    stateReducer: (_, { type, changes }) =>
      // Leaving the field must not pick the highlighted tag.
      type === useCombobox.stateChangeTypes.InputBlur ? { ...changes, selectedItem: null } : changes,
  })
  const inputProps = (id: string, links: object) =>
    omitEmptyReference(
      list.getInputProps({
        id,
        ...links,
        ref: input,
        'aria-labelledby': undefined,
        // Enter without a highlighted tag would send the form.
        onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && event.preventDefault(),
      }),
    )
  const createError = createTag.error?.fields['name']?.join(' ') ?? createTag.error?.message
  return (
    <Field
      label="Tags (optional)"
      hint={
        isFull
          ? `That is all ${tagsPerDiscussion} tags. Remove one to choose another.`
          : `Up to ${tagsPerDiscussion} tags help others find the discussion.`
      }
      error={createError ?? error}
    >
      {({ id, ...links }) => (
        <>
          <ChosenTags tags={tags} onRemove={remove} />
          <div className="relative">
            <input
              {...inputProps(id, links)}
              type="text"
              readOnly={isFull || createTag.isPending}
              maxLength={maxUnits(tagMaxLength)}
              autoComplete="off"
              placeholder="Find or create a tag..."
              className={controlClass}
            />
            <ul
              {...list.getMenuProps({ 'aria-label': 'Choices', 'aria-labelledby': undefined })}
              className={classes(
                'absolute inset-x-0 bottom-full z-20 mb-1 max-h-60 overflow-y-auto rounded-control border border-line bg-surface py-1 shadow-float',
                (!list.isOpen || isFull || choices.items.length === 0) && 'hidden',
              )}
            >
              {list.isOpen &&
                !isFull &&
                choices.items.map((item, index) => (
                  <li
                    key={item.id ?? 'new'}
                    {...list.getItemProps({ item, index })}
                    className={classes(
                      'flex min-h-11 cursor-pointer items-center gap-2 px-3.5 py-1.5',
                      index === list.highlightedIndex && 'bg-tint',
                    )}
                  >
                    <ChoiceText choice={item} />
                  </li>
                ))}
            </ul>
            <output className="sr-only">{list.isOpen && !isFull && choices.status}</output>
          </div>
        </>
      )}
    </Field>
  )
}

function ChoiceText({ choice: { id, name, discussion_count = 0 } }: { choice: Choice }) {
  if (id === undefined) {
    return (
      <>
        <Plus aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 wrap-anywhere">Create tag “{name}”</span>
      </>
    )
  }
  return (
    <>
      <bdi className="min-w-0 flex-1 wrap-anywhere">#{name}</bdi>{' '}
      <span className="shrink-0 text-sm text-soft">{amount(discussion_count, 'discussion', 'discussions')}</span>
    </>
  )
}

function ChosenTags({ tags, onRemove }: { tags: readonly Tag[]; onRemove: (id: number) => void }) {
  if (tags.length === 0) return null
  return (
    <ul aria-label="Chosen tags" className="mb-2 flex flex-wrap gap-2">
      {tags.map(({ id, name }) => (
        <li key={id} className="flex min-w-0 items-center rounded-full border border-line bg-sunken pl-3.5">
          <bdi className="min-w-0 wrap-anywhere">#{name}</bdi>
          <button
            type="button"
            aria-label={`Remove tag ${name}`}
            onClick={() => onRemove(id)}
            className="flex size-11 shrink-0 items-center justify-center rounded-full text-soft hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The tags that match the text and are not chosen yet, then the choice to create one, unless there is one of this name. */
function useChoices(text: string, chosen: readonly Tag[], enabled: boolean) {
  const q = useDebounced(text.trim())
  const { data: found = [], isPending, isError } = useQuery({ ...tagsQuery(q), enabled })
  const slug = tagSlug(text)
  const isKnown = [...found, ...chosen].some(({ name }) => tagSlug(name) === slug)
  const items: Choice[] = found.filter(({ id }) => !chosen.some((tag) => tag.id === id))
  // Only once the search has caught up: there may be such a tag.
  if (slug !== '' && !isKnown && !isPending && q === text.trim()) items.push({ name: text.trim() })
  return { items, status: isError ? 'The tags could not be loaded.' : amount(items.length, 'choice', 'choices') }
}

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}

/** Downshift sets an empty `aria-activedescendant` when no item is highlighted, which is invalid HTML. */
function omitEmptyReference<Props extends { 'aria-activedescendant': string }>(props: Props) {
  return { ...props, 'aria-activedescendant': props['aria-activedescendant'] || undefined }
}
