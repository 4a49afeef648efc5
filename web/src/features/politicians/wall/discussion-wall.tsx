import { commentMaxLength, type Politician } from '@wtpu/contract/politicians'
import { trimInvisible } from '@wtpu/contract/text'
import { MessageSquare } from 'lucide-react'
import { useId, useRef, useState, type FormEvent } from 'react'
import { useDraft } from '#lib/draft.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/form/text-area.tsx'
import { commentTooLong } from '#features/politicians/messages.ts'
import { useCreateComment } from './wall-api.ts'
import { WallComments } from './wall-comments.tsx'

/** The composer, and below it the comments, hidden until Show Comments. */
export function DiscussionWall({ politician }: { politician: Politician }) {
  const [text, setText] = useDraft(`wall:${politician.id}`, '')
  const [shown, setShown] = useState(false)
  const commentsId = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const post = useCreateComment(politician.id, () => setText(''))
  const tooLong = Array.from(text.trim()).length > commentMaxLength
  const blank = trimInvisible(text) === ''

  function submit(event: FormEvent) {
    event.preventDefault()
    if (blank || tooLong || post.isPending) return
    post.mutate(text.trim(), {
      onSuccess: () => {
        // Show the new comment. Move focus to the text box, because the submit button becomes disabled.
        setShown(true)
        box.current?.focus({ preventScroll: true })
      },
    })
  }

  return (
    <section aria-labelledby={`${commentsId}-title`} className="max-w-3xl">
      <h2 id={`${commentsId}-title`} className="mb-4 text-2xl">
        Discussion Wall
      </h2>
      <form onSubmit={submit} className="mb-6">
        <TextArea
          ref={box}
          label={`Your comment on ${politician.name}’s work`}
          value={text}
          limit={commentMaxLength}
          error={tooLong && commentTooLong}
          readOnly={post.isPending}
          onChange={({ target }) => setText(target.value)}
        />
        <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
          <Button
            variant="secondary"
            aria-expanded={shown}
            aria-controls={shown ? commentsId : undefined}
            onClick={() => setShown(!shown)}
          >
            <MessageSquare aria-hidden className="size-4" />
            {shown ? 'Hide Comments' : 'Show Comments'}
          </Button>
          {/* Uses aria-disabled while sending: a disabled button would lose keyboard focus. */}
          <Button type="submit" disabled={blank || tooLong} aria-disabled={post.isPending || undefined}>
            {post.isPending ? 'Posting...' : 'Post to Wall'}
          </Button>
        </div>
      </form>
      <div id={commentsId}>{shown && <WallComments politician={politician} />}</div>
    </section>
  )
}
