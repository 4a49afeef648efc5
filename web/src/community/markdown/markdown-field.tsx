import { Tabs } from 'radix-ui'
import { useState, type ComponentProps } from 'react'
import { TextArea } from '#ui/form/text-area.tsx'
import { Markdown } from './markdown.tsx'

const markdownHint = 'Markdown: **bold**, *italic*, > quote, - list, `code`'

const tabClass =
  'min-h-11 border-b-2 border-transparent px-3 text-sm font-medium text-soft hover:text-ink focus-visible:-outline-offset-4 data-[state=active]:border-accent data-[state=active]:text-accent'

/** Nothing is folded in a preview. */
const wholeText = { characters: Infinity, lines: Infinity }

/** A text area for Markdown with a preview. Takes the same properties as `TextArea`. */
export function MarkdownField({ className, hint, ...field }: ComponentProps<typeof TextArea>) {
  // The text that is previewed. A text that changes, because it was sent or a quote was inserted, is shown to be edited.
  const [previewed, setPreviewed] = useState<string>()
  const tab = previewed === field.value ? 'preview' : 'write'
  return (
    <Tabs.Root
      value={tab}
      onValueChange={(next) => setPreviewed(next === 'preview' ? field.value : undefined)}
      className={className}
    >
      <Tabs.List aria-label={`${field.label}: write or preview`} className="mb-2 flex border-b border-line">
        <Tabs.Trigger value="write" className={tabClass}>
          Write
        </Tabs.Trigger>
        <Tabs.Trigger value="preview" className={tabClass}>
          Preview
        </Tabs.Trigger>
      </Tabs.List>
      {/* Stays mounted, so that the text area keeps its caret, size and undo history. */}
      <Tabs.Content value="write" forceMount tabIndex={-1} hidden={tab === 'preview'}>
        <TextArea {...field} hint={[hint, markdownHint].filter(Boolean).join('. ')} />
      </Tabs.Content>
      <Tabs.Content value="preview" className="min-h-36 rounded-control border border-dashed border-edge px-3.5 py-2.5">
        {field.value.trim() === '' ? (
          <p className="text-soft">Nothing to preview yet.</p>
        ) : (
          <Markdown text={field.value.trim()} of="the preview" foldTo={wholeText} />
        )}
      </Tabs.Content>
    </Tabs.Root>
  )
}
