import { characterCount } from '@wtpu/contract/characters'
import { altMaxLength } from '@wtpu/contract/boiler-room/post-media'
import type { Post } from '@wtpu/contract/boiler-room/posts'
import { useState } from 'react'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { TextArea } from '#ui/form/fields.tsx'
import { useDescribePost } from './post-api.ts'
import { descriptionLabel } from './rules.ts'

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
      disabled={texts.some((text) => characterCount(text.trim()) > altMaxLength)}
      onConfirm={save}
    >
      <div className="grid gap-4">
        {post.media.map(({ file }, index) => (
          <TextArea
            key={file}
            label={descriptionLabel(post.media, index)}
            rows={2}
            value={texts[index] ?? ''}
            limit={altMaxLength}
            onChange={({ target }) => setChanged({ ...changed, [index]: target.value })}
          />
        ))}
      </div>
    </ConfirmDialog>
  )
}
