import { CommentComposer, type CommentComposerProps } from '#community/comment-composer.tsx'
import { MarkdownField } from './markdown-field.tsx'

/** A composer for Markdown: with a preview, and with a place for quotes (`quote`). */
export function MarkdownEditor(props: Omit<CommentComposerProps, 'field' | 'enterSubmits'>) {
  return <CommentComposer {...props} field={MarkdownField} />
}
