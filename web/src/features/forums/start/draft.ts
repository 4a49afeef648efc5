import type { Tag } from '@wtpu/contract/forums/tags'
import { writtenBy } from '#community/language/written-choices.tsx'
import { parseId, trimInvisible, type Written } from '@wtpu/contract/schemas'

export interface Draft extends Written {
  title: string
  description: string
  /** An id; empty for none. */
  category: string
  /** One tag per line, as its id and its name, because drafts cannot contain arrays that start empty. */
  tags: string
}

export const emptyDraft: Draft = { title: '', description: '', category: '', tags: '' }

export const discussionFields = ['title', 'description', 'category', 'tag_ids']

/** The fields as they are sent. */
export function contentOf(draft: Draft) {
  const title = draft.title.trim()
  const description = draft.description.trim()
  return {
    title,
    description,
    ...writtenBy(`${title} ${description}`, draft),
    category: Number(draft.category),
    tag_ids: tagsOf(draft).map(({ id }) => id),
  }
}

export function tagsOf(draft: Pick<Draft, 'tags'>): Tag[] {
  return draft.tags.split('\n').flatMap((line) => {
    const [idText = '', ...words] = line.split(' ')
    const id = parseId(idText)
    return id === undefined ? [] : [{ id, name: words.join(' ') }]
  })
}

export const tagsText = (tags: readonly Tag[]) => tags.map(({ id, name }) => `${id} ${name}`).join('\n')

/** What the form still needs before it can be sent. Empty if it is complete. */
export function missingText({ title, description, category }: Draft): string {
  const missing = [
    trimInvisible(title) === '' && 'a title',
    trimInvisible(description) === '' && 'a description',
    category === '' && 'a category',
  ].filter((part) => part !== false)
  if (missing.length === 0) return ''
  const last = missing.at(-1) ?? ''
  return `Add ${missing.length === 1 ? last : `${missing.slice(0, -1).join(', ')} and ${last}`} to start the discussion.`
}
