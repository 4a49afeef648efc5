import { postMaxLength, type Post } from '@wtpu/contract/boiler-room/posts'
import { lengthProblem } from '@wtpu/contract/lengths'
import { altMaxLength, captionsMaxBytes, captionsProblems, type PostMedia } from '@wtpu/contract/boiler-room/post-media'
import { useId, useState } from 'react'
import { CommentComposer } from '#community/comment-composer.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { TextArea } from '#ui/form/fields.tsx'
import { FieldError } from '#ui/form/field-error.tsx'
import { CaptionsPicker } from '#features/boiler-room/composer/media-picker.tsx'
import { useDescribePost, useEditPost, useSetCaptions } from './post-api.ts'
import { descriptionLabel } from '../rules.ts'

/** Edits the text of a post in its place. */
export function PostEditor({ post, onClose }: { post: Post; onClose: () => void }) {
  const edit = useEditPost(post.id)
  const video = post.media.find(({ kind }) => kind === 'video')
  return (
    <>
      <CommentComposer
        draftName={`edit-post:${post.id}`}
        label="Edit your post"
        noun="post"
        limit={postMaxLength}
        initialText={post.text}
        initial={post}
        allowBlank={post.media.length > 0}
        submitLabel="Save"
        pendingLabel="Saving..."
        startFocused
        send={(text, _, written) => edit.mutateAsync({ text, ...written })}
        onSent={onClose}
        onCancel={onClose}
        className="mt-3"
      />
      {video && <CaptionsEditor post={post} video={video} />}
    </>
  )
}

/** Changes the captions at once, without the text. */
function CaptionsEditor({ post, video }: { post: Post; video: PostMedia }) {
  const id = useId()
  const change = useSetCaptions(post.id)
  const [isTooLarge, setIsTooLarge] = useState(false)
  const problem = isTooLarge ? captionsProblems.tooLarge : change.error?.message
  function pick(captions: File | undefined) {
    setIsTooLarge(captions !== undefined && captions.size > captionsMaxBytes)
    if (captions === undefined || captions.size <= captionsMaxBytes) change.mutate(captions)
  }
  return (
    <>
      <CaptionsPicker
        current={video.captions === null ? undefined : 'This video has captions.'}
        disabled={change.isPending}
        onPick={pick}
      />
      <div role="alert">{problem && !change.isPending && <FieldError id={id}>{problem}</FieldError>}</div>
    </>
  )
}

/** Changes the descriptions of the images or the video of a post. */
export function DescriptionsDialog({
  post,
  open,
  onOpenChange,
}: {
  post: Post
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  // By position. Others are as the post has them.
  const [changed, setChanged] = useState<Readonly<Record<number, string>>>({})
  const describe = useDescribePost(post.id)
  const texts = post.media.map(({ alt }, index) => changed[index] ?? alt)
  async function save() {
    await describe.mutateAsync(texts.map((text) => text.trim()))
    setChanged({})
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Edit descriptions"
      description="For people who cannot see it."
      confirmLabel="Save"
      pendingLabel="Saving..."
      confirmVariant="primary"
      wrong={Object.fromEntries(
        texts.map((text, index) => [index, lengthProblem('A description', text.trim(), altMaxLength)]),
      )}
      onConfirm={save}
    >
      {(error) => (
        <div className="grid gap-4">
          {post.media.map(({ file }, index) => (
            <TextArea
              key={file}
              label={descriptionLabel(post.media, index)}
              rows={2}
              value={texts[index] ?? ''}
              limit={altMaxLength}
              error={error(String(index))}
              onChange={({ target }) => setChanged({ ...changed, [index]: target.value })}
            />
          ))}
        </div>
      )}
    </ConfirmDialog>
  )
}
