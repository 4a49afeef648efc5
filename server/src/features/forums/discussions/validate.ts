import { lengthProblem } from '@wtpu/contract/lengths'
import { parseId, toSingleLine, toMarkdown, type Written } from '@wtpu/contract/schemas'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { categories } from '#db/schema/polls.ts'
import { descriptionMaxLength, titleMaxLength } from '@wtpu/contract/forums/lengths'
import { tagsPerDiscussion } from '@wtpu/contract/forums/tags'
import { assertFields, invalidInput } from '#http/errors.ts'

/** The id of a category, by id or name. "Defense" finds "Defence". */
export async function findCategory(db: Db, wanted: number | string): Promise<number | undefined> {
  const name = toSingleLine(String(wanted))
  const id = parseId(name)
  const isWanted =
    id === undefined
      ? sql`lower(${categories.name}) = lower(${name.replace(/^defense$/i, 'Defence')})`
      : eq(categories.id, id)
  const [category] = await db.select({ id: categories.id }).from(categories).where(isWanted)
  return category?.id
}

/** Keeps the category until the end of the transaction. @throws ApiError 400 if an admin has just deleted it */
export async function lockCategory(tx: Db, id: number): Promise<void> {
  const [category] = await tx
    .select({ id: categories.id })
    .from(categories)
    .where(eq(categories.id, id))
    .for('key share')
  if (!category) throw invalidInput({ category: [categoryRequired] })
}

const categoryRequired = 'A category is required.'

/** What a user writes. In an edit, fields that are left out stay as they are. */
export interface DiscussionInput extends Written {
  title?: string
  description?: string
  category?: number | string
  tag_ids?: number[]
}

/** Normalized and valid. */
export interface DiscussionFields {
  title?: string
  description?: string
  categoryId?: number
  tagIds?: number[]
}

export const unknownTag = { tag_ids: ['One of the tags does not exist.'] }

/** Reports all invalid fields at once. @throws ApiError 400 */
export async function validateFields(db: Db, input: DiscussionInput): Promise<DiscussionFields> {
  const title = input.title === undefined ? undefined : toSingleLine(input.title)
  const description = input.description === undefined ? undefined : toMarkdown(input.description)
  const categoryId = input.category === undefined ? undefined : await findCategory(db, input.category)
  const tagIds = input.tag_ids && [...new Set(input.tag_ids)]
  assertFields({
    title: findTextProblem('A title', title, titleMaxLength),
    description: findTextProblem('A description', description, descriptionMaxLength),
    category: input.category !== undefined && categoryId === undefined && categoryRequired,
    tag_ids: tagIds && tagIds.length > tagsPerDiscussion && `At most ${tagsPerDiscussion} tags are possible.`,
  })
  return { title, description, categoryId, tagIds }
}

function findTextProblem(what: string, text: string | undefined, maxLength: number): string | undefined {
  return text === '' ? `${what} is required.` : lengthProblem(what, text ?? '', maxLength)
}
