import { useId, useState, type ComponentProps } from 'react'
import { CommentComposer, type CommentComposerProps } from '#community/comment-composer.tsx'
import { TextArea } from '#ui/form/fields.tsx'
import { TabList, tabPanel } from '#ui/tabs.tsx'
import { Markdown } from './markdown.tsx'

/** A composer for Markdown: with a preview, and with a place for quotes (`quote`). */
export function MarkdownEditor(props: Omit<CommentComposerProps, 'field' | 'enterSubmits'>) {
  return <CommentComposer {...props} field={MarkdownField} />
}

const markdownHint = 'Markdown: **bold**, *italic*, > quote, - list, `code`'

const tabs = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
] as const

/** Nothing is folded in a preview. */
const wholeText = { characters: Infinity, lines: Infinity }

/** A text area for Markdown with a preview. Takes the same properties as `TextArea`. */
export function MarkdownField({
  className,
  hint,
  isPage,
  ...field
}: ComponentProps<typeof TextArea> & { isPage?: boolean }) {
  const id = useId()
  // The text that is previewed. A text that changes, because it was sent or a quote was inserted, is shown to be edited.
  const [previewed, setPreviewed] = useState<string>()
  const tab = previewed === field.value ? 'preview' : 'write'
  return (
    <div className={className}>
      <TabList
        id={id}
        label={`${field.label}: write or preview`}
        tabs={tabs}
        value={tab}
        onChange={(next) => setPreviewed(next === 'preview' ? field.value : undefined)}
        className="mb-2 flex-wrap"
        tabClassName="px-3 text-sm"
      />
      {/* Stays mounted, so that the text area keeps its caret, size and undo history. */}
      <div {...tabPanel(id, 'write')} tabIndex={-1} hidden={tab === 'preview'}>
        <TextArea {...field} hint={[hint, markdownHint].filter(Boolean).join('. ')} />
      </div>
      {tab === 'preview' && (
        <div
          {...tabPanel(id, 'preview')}
          className="min-h-36 rounded-control border border-dashed border-edge px-3.5 py-2.5"
        >
          {field.value.trim() === '' ? (
            <p className="text-soft">Nothing to preview yet.</p>
          ) : (
            <Markdown text={field.value.trim()} of="the preview" foldTo={wholeText} isPage={isPage} />
          )}
        </div>
      )}
    </div>
  )
}
