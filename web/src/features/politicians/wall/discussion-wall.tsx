import { commentMaxLength, type Politician } from '@wtpu/contract/politicians'
import { MessageSquare } from 'lucide-react'
import { useId, useState } from 'react'
import { CommentComposer } from '#community/comment-composer.tsx'
import { Button } from '#ui/button.tsx'
import { useCreateComment } from './wall-api.ts'
import { WallComments } from './wall-comments.tsx'

/** The composer, and below it the comments, hidden until Show Comments. */
export function DiscussionWall({ politician }: { politician: Politician }) {
  const [shown, setShown] = useState(false)
  const commentsId = useId()
  const post = useCreateComment(politician.id)
  return (
    <section aria-labelledby={`${commentsId}-title`} className="max-w-3xl">
      <h2 id={`${commentsId}-title`} className="mb-4 text-2xl">
        Discussion Wall
      </h2>
      <CommentComposer
        draftName={`wall:${politician.id}`}
        label={`Your comment on ${politician.name}’s work`}
        limit={commentMaxLength}
        submitLabel="Post to Wall"
        pendingLabel="Posting..."
        send={(text, requestKey) => post.mutateAsync({ text, requestKey })}
        onSent={() => setShown(true)}
        className="mb-6"
      >
        <Button
          variant="secondary"
          aria-expanded={shown}
          aria-controls={shown ? commentsId : undefined}
          onClick={() => setShown(!shown)}
          className="mr-auto"
        >
          <MessageSquare aria-hidden className="size-4" />
          {shown ? 'Hide Comments' : 'Show Comments'}
        </Button>
      </CommentComposer>
      <div id={commentsId}>{shown && <WallComments politician={politician} />}</div>
    </section>
  )
}
