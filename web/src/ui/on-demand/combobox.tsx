import { searchMaxLength, toSearchText } from '#lib/search-text.ts'
import { useCombobox } from 'downshift'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import X from 'lucide-react/icons/x'
import { useState, type ReactNode } from 'react'
import { classes } from '#lib/classes.ts'
import { controlClass, Field } from '#ui/form/fields.tsx'

export interface ComboboxItem {
  id: number
  name: string
  /** Shown below the name, to distinguish people with the same name. */
  note?: string
}

/** On a phone the list makes the dialog around it longer, because above the buttons of a dialog there is little room. */
const choicesClass =
  'mt-1 rounded-control border border-line bg-surface md:absolute md:inset-x-0 md:top-full md:z-20 md:shadow-float'

/** Selects one of many items by typing. `status` is shown in the list instead of items, such as while they load. */
export function Combobox({
  label,
  placeholder,
  hint,
  error,
  selected,
  items,
  status,
  onOpen,
  onSearch,
  onSelect,
  className,
}: {
  label: string
  placeholder: string
  hint?: string
  error?: ReactNode
  selected: ComboboxItem | null
  items: readonly ComboboxItem[]
  status?: string
  /** Called when the list opens, to fetch the first items. */
  onOpen: () => void
  onSearch: (text: string) => void
  onSelect: (item: ComboboxItem | null) => void
  className?: string
}) {
  const [text, setText] = useState(selected?.name ?? '')
  const [previous, setPrevious] = useState(selected)
  if (selected?.id !== previous?.id || selected?.name !== previous?.name) {
    // The selection was changed here or elsewhere (Back, Forward, a clear button).
    setPrevious(selected)
    setText(selected?.name ?? '')
  }
  const list = useCombobox<ComboboxItem>({
    items: [...items],
    itemToString: (item) => item?.name ?? '',
    itemToKey: (item) => item?.id,
    selectedItem: selected,
    inputValue: text,
    onIsOpenChange: ({ isOpen }) => isOpen && onOpen(),
    onSelectedItemChange: ({ selectedItem }) => onSelect(selectedItem ?? null),
    onInputValueChange: ({ inputValue, type }) => {
      if (type === useCombobox.stateChangeTypes.InputChange) onSearch(inputValue)
      else setText(inputValue)
    },
    stateReducer: (state, { type, changes }) => {
      const { InputBlur, InputKeyDownEscape, InputChange } = useCombobox.stateChangeTypes
      // Blur and Escape keep the selection, unless the field was emptied, and discard the search text.
      if (type === InputBlur || type === InputKeyDownEscape) {
        const emptied = state.inputValue.trim() === ''
        const kept = emptied ? null : state.selectedItem
        return { ...changes, selectedItem: kept, inputValue: kept?.name ?? '' }
      }
      return type === InputChange ? { ...changes, selectedItem: state.selectedItem } : changes
    },
  })
  function clear() {
    setText('')
    onSearch('')
    onSelect(null)
  }
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {({ id, ...links }) => (
        <div className="relative">
          <input
            {...omitEmptyReference(
              list.getInputProps({
                id,
                ...links,
                'aria-label': label,
                'aria-labelledby': undefined,
                // Downshift reports typed text after a delay, in which letters would be lost.
                onChange: ({ currentTarget }) => setText(toSearchText(currentTarget.value)),
              }),
            )}
            type="text"
            maxLength={2 * searchMaxLength}
            autoComplete="off"
            placeholder={placeholder}
            className={classes(controlClass, 'truncate pr-11 placeholder:text-ink!')}
          />
          {selected ? (
            <button
              type="button"
              aria-label="Clear selection"
              onClick={clear}
              className="absolute top-0 right-0 flex size-11 items-center justify-center rounded-control text-soft hover:text-ink"
            >
              <X aria-hidden className="size-4" />
            </button>
          ) : (
            <ChevronDown aria-hidden className="pointer-events-none absolute top-3 right-3 size-5 text-soft" />
          )}
          <ul
            {...list.getMenuProps({ 'aria-label': 'Choices', 'aria-labelledby': undefined })}
            className={classes(
              choicesClass,
              'max-h-72 overflow-y-auto py-1',
              (!list.isOpen || items.length === 0) && 'hidden',
            )}
          >
            {list.isOpen &&
              items.map((item, index) => (
                <li
                  key={item.id}
                  {...list.getItemProps({ item, index })}
                  className={classes(
                    'flex min-h-11 cursor-pointer items-center gap-2 px-3.5 py-1.5',
                    index === list.highlightedIndex && 'bg-tint',
                  )}
                >
                  <span className="min-w-0 flex-1">
                    {item.name}
                    {item.note && <span className="block text-sm text-soft">{item.note}</span>}
                  </span>
                  {item.id === selected?.id && <Check aria-hidden className="size-4 shrink-0 text-accent" />}
                </li>
              ))}
          </ul>
          {list.isOpen && status && (
            <p aria-hidden className={classes(choicesClass, 'px-3.5 py-3 text-soft')}>
              {status}
            </p>
          )}
          <output className="sr-only">{list.isOpen && (status ?? choiceCount(items.length))}</output>
        </div>
      )}
    </Field>
  )
}

function choiceCount(count: number): string {
  return count === 1 ? '1 choice' : `${count} choices`
}

/** Downshift sets an empty `aria-activedescendant` when no item is highlighted, which is invalid HTML. */
function omitEmptyReference<Props extends { 'aria-activedescendant'?: string }>(props: Props) {
  return { ...props, 'aria-activedescendant': props['aria-activedescendant'] || undefined }
}
