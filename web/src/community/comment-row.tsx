import type { Written } from '@wtpu/contract/schemas'
import { charactersOf } from '@wtpu/contract/characters'
import type { KindThat } from '@wtpu/contract/writing/kinds'
import type { ReactNode } from 'react'
import { fullDate, type AgePreset } from '#lib/dates.ts'
import { AuthorAvatar, AuthorLine, type Author } from './author-line.tsx'
import { RichText } from './text/rich-text.tsx'

/** One comment. `children` are its buttons, `menu` is shown next to the author. */
export function CommentRow({
  author,
  createdAt,
  preset,
  text,
  writing,
  hashtags,
  menu,
  avatarSize,
  children,
}: {
  author: Author
  createdAt: string
  preset: AgePreset
  text: string
  writing: Written
  hashtags?: boolean
  menu?: ReactNode
  avatarSize?: 'small' | 'medium'
  children: ReactNode
}) {
  const line = <AuthorLine author={author} createdAt={createdAt} preset={preset} />
  const body = (
    <RichText
      text={text}
      writing={writing}
      of={contentName('comment', author.name, text, createdAt)}
      hashtags={hashtags}
    />
  )
  return (
    // With large text on a phone, the image is above the text instead of next to it.
    <div className="@container">
      <div className="flex gap-3 @max-[14rem]:flex-col @max-[14rem]:gap-0 sm:gap-4">
        <AuthorAvatar author={author} size={avatarSize} />
        <div className="min-w-0 flex-1">
          {menu ? (
            <div className="flex items-start justify-between gap-2">
              {line}
              <div className="-my-1.5 -mr-2">{menu}</div>
            </div>
          ) : (
            line
          )}
          {body}
          <div className="-mb-2 -ml-3">{children}</div>
        </div>
      </div>
    </div>
  )
}

/** Long enough to recognize content in a screen reader label. */
const excerptLength = 40
/** Shorter texts, like “Yes.” and “I agree”, are often written again by the same author. */
const clearLength = 10

/**
 * Names a piece of content for screen readers: "Ada’s comment: Well said, all of it". The date distinguishes texts of one
 * author that begin alike or are short, and is the name of content without a text.
 */
export function contentName(noun: KindThat<'edit'>, authorName: string, text: string, createdAt?: string): string {
  const characters = charactersOf(
    text
      .slice(0, 10 * excerptLength)
      .replace(/\s+/g, ' ')
      .trim(),
  )
  const excerpt = characters.slice(0, excerptLength).join('').trimEnd()
  const isCut = characters.length > excerptLength
  const isClear = !isCut && characters.length >= clearLength
  const parts = [excerpt, isClear || !createdAt ? '' : fullDate(createdAt)].filter((part) => part !== '')
  return [`${authorName}’s ${noun}`, ...(parts.length > 0 ? [parts.join(isCut ? '… ' : ', ')] : [])].join(': ')
}
