import { useId, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { TextArea } from '#ui/form/text-area.tsx'
import { Markdown } from './markdown.tsx'

const markdownHint = 'Markdown: **bold**, *italic*, > quote, - list, `code`'

/** Nothing is folded in a preview. */
const wholeText = { characters: Infinity, lines: Infinity }

/**
 * A text area for Markdown with a preview. Takes the same properties as `TextArea`. Its two tabs are not those of `ui/`,
 * which take a phone too long to create when a reader opens a reply box.
 */
export function MarkdownField({ className, hint, ...field }: ComponentProps<typeof TextArea>) {
  const id = useId()
  // The text that is previewed. A text that changes, because it was sent or a quote was inserted, is shown to be edited.
  const [previewed, setPreviewed] = useState<string>()
  const isPreview = previewed === field.value
  const tab = { id, onSelect: (preview: boolean) => setPreviewed(preview ? field.value : undefined) }
  return (
    <div className={className}>
      <div role="tablist" aria-label={`${field.label}: write or preview`} className="mb-2 flex border-b border-line">
        <Tab {...tab} preview={false} selected={!isPreview} />
        <Tab {...tab} preview selected={isPreview} />
      </div>
      {/* Stays mounted, so that the text area keeps its caret, size and undo history. */}
      <div {...panel(id, false)} hidden={isPreview}>
        <TextArea {...field} hint={[hint, markdownHint].filter(Boolean).join('. ')} />
      </div>
      <div
        {...panel(id, true)}
        hidden={!isPreview}
        // The preview may contain nothing else that can be focused.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="min-h-36 rounded-control border border-dashed border-edge px-3.5 py-2.5"
      >
        {!isPreview ? null : field.value.trim() === '' ? (
          <p className="text-soft">Nothing to preview yet.</p>
        ) : (
          <Markdown text={field.value.trim()} of="the preview" foldTo={wholeText} />
        )}
      </div>
    </div>
  )
}

const panelId = (id: string, preview: boolean) => `${id}-${preview ? 'preview' : 'write'}`

const panel = (id: string, preview: boolean) => ({
  role: 'tabpanel',
  id: panelId(id, preview),
  'aria-labelledby': `${panelId(id, preview)}-tab`,
})

/** Only the selected tab can be reached by Tab. Arrow keys, Home and End select the other one. */
function Tab({
  id,
  preview,
  selected,
  onSelect,
}: {
  id: string
  preview: boolean
  selected: boolean
  onSelect: (preview: boolean) => void
}) {
  function onKeyDown(event: KeyboardEvent) {
    if (!['ArrowLeft', 'ArrowRight', preview ? 'Home' : 'End'].includes(event.key)) return
    event.preventDefault()
    document.getElementById(`${panelId(id, !preview)}-tab`)?.focus()
    onSelect(!preview)
  }
  return (
    <button
      type="button"
      role="tab"
      id={`${panelId(id, preview)}-tab`}
      aria-selected={selected}
      aria-controls={panelId(id, preview)}
      tabIndex={selected ? 0 : -1}
      onClick={() => onSelect(preview)}
      onKeyDown={onKeyDown}
      className="min-h-11 border-b-2 border-transparent px-3 text-sm font-medium text-soft hover:text-ink focus-visible:-outline-offset-4 aria-selected:border-accent aria-selected:text-accent"
    >
      {preview ? 'Preview' : 'Write'}
    </button>
  )
}
