import { useDraft } from '#lib/draft.ts'

/** The answer of the viewer to an appeal, until it is sent. */
export const useAnswerDraft = (appealId: number | undefined) => useDraft(`appeal:${appealId}`, '')

/** What the viewer wrote, but another moderator decided first. */
export function Unsent({ text }: { text: string }) {
  if (text === '') return null
  return (
    <div className="mt-2 rounded-control bg-sunken p-3">
      <p className="text-sm font-semibold">You wrote this, and it was not sent</p>
      <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
        {text}
      </p>
    </div>
  )
}
