import { characterCount } from '@wtpu/contract/characters'
import { lengthProblem } from '@wtpu/contract/lengths'
import { postMaxLength } from '@wtpu/contract/boiler-room/posts'
import { initials } from '@wtpu/contract/accounts/names'
import { trimInvisible, type Written } from '@wtpu/contract/schemas'
import ImagePlus from 'lucide-react/icons/image-plus'
import Video from 'lucide-react/icons/video'
import { useId, useState, type FormEvent, type RefObject } from 'react'
import { WrittenChoices, writtenBy } from '#community/language/written-choices.tsx'
import { MentionArea } from '#community/mentions/mention-area.tsx'
import { classes } from '#lib/classes.ts'
import { useDraft } from '#lib/draft.ts'
import { useSession } from '#lib/session/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { FieldError } from '#ui/form/field-error.tsx'
import { useLastError } from '#lib/api/query-errors.ts'
import { useCreatePost } from './create-post-api.ts'
import { failureReasons, publishFailure } from '../messages.ts'
import { MediaPicker, MediaPreviews, UploadProgress } from './media-picker.tsx'
import { useFileDrop, useMedia } from './use-media.ts'

// If the network is too bad to load it, the upload goes on without it.
const UploadGuard = lazyComponent(
  () => import('./upload-guard.tsx').then((module) => module.UploadGuard),
  ({ children }) => children,
)

/** The counter appears once a text has nearly reached its limit. */
const counterFrom = 0.8 * postMaxLength

/** Writes a post. Text and files survive a failed or cancelled upload, the text also a reload. */
export function PostComposer({ textBox }: { textBox: RefObject<HTMLTextAreaElement | null> }) {
  const id = useId()
  const [text, setText] = useDraft('post', '')
  const [chosen, setChosen] = useState<Written>({})
  const { media, problem, clearProblem, add, remove, clear, describe, caption } = useMedia()
  const post = useCreatePost(() => {
    setText('')
    setChosen({})
    clear()
  })
  const addMedia = (files: File[]) => {
    add(files)
    // Loaded before the upload begins, so that it can warn from the start.
    void UploadGuard.preload()
  }
  const lastError = useLastError(post)
  const { dragging, dropTarget, onPaste } = useFileDrop((files) => !post.isPending && addMedia(files))
  const session = useSession()
  const profile = session?.profile
  const used = characterCount(text.trim())
  const tooLong = lengthProblem('A post', text.trim(), postMaxLength)
  const isBlank = trimInvisible(text) === '' && media.length === 0
  const uploading = post.isPending && media.length > 0
  const problems = [tooLong, problem].filter((message) => message !== undefined)

  function submit(event?: FormEvent) {
    event?.preventDefault()
    if (isBlank || post.isPending) return
    // Move focus there, because the Post button becomes disabled.
    textBox.current?.focus({ preventScroll: true })
    clearProblem()
    if (!tooLong) post.mutate({ text: text.trim(), ...writtenBy(text, chosen), media })
  }

  return (
    <form
      aria-label="New post"
      onSubmit={submit}
      {...dropTarget}
      className={cardClass(
        classes('p-3 sm:p-5', dragging && 'outline-2 outline-offset-2 outline-accent outline-dashed'),
      )}
    >
      <div className="flex gap-3">
        <Avatar
          id={session?.user_id}
          image={profile?.avatar}
          initials={initials(`${profile?.first_name ?? ''} ${profile?.last_name ?? ''}`)}
          className="max-sm:hidden"
        />
        <div className="min-w-0 flex-1">
          <label htmlFor={id} className="sr-only">
            Write a post
          </label>
          <MentionArea
            ref={textBox}
            id={id}
            rows={2}
            dir="auto"
            placeholder="What is on your mind? Use #hashtags to join a topic."
            value={text}
            readOnly={post.isPending}
            aria-invalid={tooLong ? true : undefined}
            aria-describedby={problems.length > 0 ? `${id}-problems` : undefined}
            onChange={({ target }) => setText(target.value)}
            onPaste={onPaste}
            className="field-sizing-content block max-h-96 min-h-16 w-full resize-none rounded-control bg-transparent px-1 py-1 text-lg leading-snug placeholder:text-soft read-only:text-soft"
          />
          <MediaPreviews
            media={media}
            readOnly={post.isPending}
            onDescribe={describe}
            onCaption={caption}
            onRemove={remove}
          />
          {problems.length > 0 && (
            <div role="alert" id={`${id}-problems`}>
              {problems.map((message, index) => (
                <FieldError key={message} id={`${id}-problem-${index}`}>
                  {message}
                </FieldError>
              ))}
            </div>
          )}
          {uploading && (
            // The guard first, so that an upload that is seen cannot be left by accident.
            <UploadGuard>
              <UploadProgress progress={post.progress} onCancel={post.cancel} />
            </UploadGuard>
          )}
        </div>
      </div>
      {/* Progress takes its place. */}
      {lastError && !lastError.cancelled && !uploading && (
        <PublishFailed pending={post.isPending} reasons={failureReasons(lastError)} onRetry={() => submit()} />
      )}
      <div className="mt-2 flex flex-wrap items-center gap-x-1 gap-y-2 border-t border-line pt-2">
        <MediaPicker
          label="Image"
          icon={ImagePlus}
          accept="image/*"
          multiple
          disabled={post.isPending}
          onPick={addMedia}
        />
        <MediaPicker
          label="Video"
          icon={Video}
          accept="video/*"
          multiple={false}
          disabled={post.isPending}
          onPick={addMedia}
        />
        <WrittenChoices text={text} chosen={chosen} onChoose={(change) => setChosen({ ...chosen, ...change })} />
        <div className="ml-auto flex items-center gap-3">
          <p className={classes('text-sm tabular-nums', tooLong ? 'text-bad' : 'text-soft')}>
            {used > counterFrom && `${used}/${postMaxLength}`}
          </p>
          {/* Uses aria-disabled while sending: a disabled button would lose keyboard focus. */}
          <Button
            type="submit"
            disabled={isBlank}
            title={isBlank ? 'Write something first.' : undefined}
            loading={post.isPending}
          >
            {post.isPending ? 'Posting...' : 'Post'}
          </Button>
        </div>
      </div>
    </form>
  )
}

interface PublishFailedProps {
  /** The next try is pending: keeps its place, unseen, like a `FormAlert`. */
  pending: boolean
  reasons: readonly string[]
  onRetry: () => void
}

/** Stays until the next try, unlike the toast. */
function PublishFailed({ pending, reasons, onRetry }: PublishFailedProps) {
  return (
    <div
      className={classes(
        'mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control border border-bad bg-bad-tint p-3 text-bad',
        pending && 'invisible',
      )}
    >
      <ul aria-label={publishFailure.description} className="min-w-0 flex-1 basis-48 font-medium wrap-anywhere">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <Button variant="secondary" size="small" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  )
}
