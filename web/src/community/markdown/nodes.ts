/** A parsed Markdown text. Only what `render-nodes.tsx` can show. */
export type MarkdownNode =
  | { kind: 'text' | 'code' | 'codeBlock'; text: string }
  | { kind: 'break' | 'rule' }
  | { kind: 'link'; url: string; children: MarkdownNode[] }
  /** `start` is the first number of an ordered list. */
  | { kind: 'list'; start?: number; children: MarkdownNode[] }
  | { kind: 'paragraph' | 'heading' | 'quote' | 'listItem' | 'emphasis' | 'strong'; children: MarkdownNode[] }
