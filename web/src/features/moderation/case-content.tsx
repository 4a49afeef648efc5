import { attributesOf } from '@wtpu/contract/schemas'
import { WrittenText } from '#community/text/written-text.tsx'
import type { PostMedia } from '@wtpu/contract/boiler-room/post-media'
import type { Case } from '@wtpu/contract/moderation/cases'
import { reasonNames } from '@wtpu/contract/moderation/reports'
import type { ComponentType } from 'react'
import { isOpenAddress, PathLink } from '#community/path-link.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Disclosure } from '#ui/on-demand/disclosure.tsx'
import { Thread } from './thread.tsx'

/** Shows the images or the video of a post. The route passes it on, because another feature has it. */
export type MediaView = ComponentType<{ media: PostMedia[]; of: string }>

/** What the case is about, as it is now and as it was reported, with the comments around it. */
export function CaseContent({ found: { kind, author, content }, Media }: { found: Case; Media: MediaView }) {
  if (!content) return null
  const { title, text, media, reported, thread, state, path, parent } = content
  return (
    <div>
      <p className="mb-3 text-sm text-soft">
        <RelativeTime at={content.created_at} preset="forum" />
        {parent && (
          <>
            , on{' '}
            <PathLink path={parent.path} className="text-link wrap-anywhere">
              {parent.title || 'a post'}
            </PathLink>
          </>
        )}
        {state === 'shown' && isOpenAddress(path) && (
          <>
            {' · '}
            <PathLink path={path} className="-my-1 inline-block py-1 text-link">
              Open it on the site
            </PathLink>
          </>
        )}
      </p>
      <div className="rounded-r-control border-l-4 border-accent bg-surface px-4 py-3">
        {title && (
          <h3 dir="auto" {...attributesOf(content)} className="mb-1 text-lg wrap-anywhere">
            {title}
          </h3>
        )}
        <WrittenText writing={content} className="max-h-96 overflow-y-auto wrap-anywhere whitespace-pre-line">
          {text}
        </WrittenText>
        {media.length > 0 && <Media media={media} of={author ? `the post by ${author.name}` : `the ${kind}`} />}
      </div>
      {reported.map(({ title: oldTitle, text: oldText }) => (
        <div key={`${oldTitle} ${oldText}`} className="mt-4 rounded-control bg-sunken p-3">
          <p className="text-sm font-semibold">As it was reported, before an edit</p>
          {oldTitle && (
            <p dir="auto" {...attributesOf(content)} className="mt-1 font-semibold wrap-anywhere">
              {oldTitle}
            </p>
          )}
          <WrittenText writing={content} className="mt-1 wrap-anywhere whitespace-pre-line">
            {oldText}
          </WrittenText>
        </div>
      ))}
      {thread.length > 0 && <Thread comments={thread} />}
    </div>
  )
}

/** How many notes are shown at once, under the reasons. */
const shownNotes = 2

/** Why it was reported, in a line, and each report. */
export function Reports({ found: { hidden, reasons, reports } }: { found: Case }) {
  if (reports.length === 0) {
    return (
      <p className="text-soft">
        {hidden
          ? 'Nobody reported it: its author wrote the same text three times in ten minutes.'
          : 'Nobody reported it.'}
      </p>
    )
  }
  const countOf = (wanted: string) => reports.filter(({ reason }) => reason === wanted).length
  const notes = reports.filter(({ note }) => note !== '')
  return (
    <div>
      <p>
        <span className="font-semibold">
          Reported by {reports.length === 1 ? '1 member' : `${reports.length} members`}:
        </span>{' '}
        {reasons.map((reason) => `${reasonNames[reason]} (${countOf(reason)})`).join(', ')}
      </p>
      {notes.slice(0, shownNotes).map(({ id, note }) => (
        <p key={id} dir="auto" className="mt-1 line-clamp-3 wrap-anywhere text-soft">
          “{note}”
        </p>
      ))}
      <Disclosure title="Who reported it">
        <ul className="grid gap-3">
          {reports.map(({ id, reason, note, reporter, established, created_at }) => (
            <li key={id}>
              <span className="font-semibold">{reasonNames[reason]}</span>{' '}
              <span className="text-sm text-soft">
                <span translate="no">{reporter.name}</span>
                {!established && ', new account'} · <RelativeTime at={created_at} preset="forum" />
              </span>
              {note && <p className="mt-1 wrap-anywhere whitespace-pre-line">{note}</p>}
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  )
}
