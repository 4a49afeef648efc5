import type { KindThat } from '@wtpu/contract/writing/kinds'
import Ban from 'lucide-react/icons/ban'
import Bookmark from 'lucide-react/icons/bookmark'
import BookmarkX from 'lucide-react/icons/bookmark-x'
import Flag from 'lucide-react/icons/flag'
import FlagOff from 'lucide-react/icons/flag-off'
import History from 'lucide-react/icons/rotate-ccw-clock'
import Link2 from 'lucide-react/icons/link-2'
import Pencil from 'lucide-react/icons/pencil'
import Quote from 'lucide-react/icons/quote'
import Trash2 from 'lucide-react/icons/trash'
import VolumeX from 'lucide-react/icons/volume-x'
import { useRef, useState, type ComponentProps, type ReactElement, type ReactNode } from 'react'
import { copyLink } from '#community/copy-link.ts'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { Menu, MenuItem, MenuItemMovingFocus } from '#ui/on-demand/menu.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { BlockDialog } from './block-dialog.tsx'
import { useMark } from './marks.ts'
import { useMute } from './mute-api.ts'
import { ReportDialog } from './report-dialog.tsx'

export interface ContentMenuListProps {
  content: { kind: Noun; id: number }
  noun: Noun
  /** Whether the viewer is the author. Authors cannot report their own content. */
  own: boolean
  author: { id: number; name: string }
  /** The address that "Copy link" copies. */
  link?: string
  /** Whether the viewer can bookmark the content. */
  canBookmark?: boolean
  /** Entries of this kind of content, before Report and Delete. */
  actions?: readonly { label: string; icon: ReactNode; onSelect: () => void }[]
  /** Quotes the content in a reply. */
  onQuote?: () => void
  onEdit?: () => void
  onShowHistory?: () => void
  /** Deletes the content. If this rejects, the dialog shows the message. */
  onDelete?: () => Promise<unknown>
  /** Where focus goes after the content was deleted. */
  focusAfterDelete?: () => Element | null
  button: ReactElement<ComponentProps<'button'>>
}

/** The menu of a piece of content, and the dialog that asks before it is deleted. */
export function ContentMenuList({ button, onDelete, focusAfterDelete, ...entries }: ContentMenuListProps) {
  const [confirming, setConfirming] = useState(false)
  const [reporting, setReporting] = useState(false)
  const [blocking, setBlocking] = useState(false)
  const { content, noun, author } = entries
  const mute = useMute(author)
  const [reported, setReported] = useMark('reportedContent', content)
  function toggleReport() {
    if (!reported) return setReporting(true)
    setReported(false)
    toast(reportRemoved)
  }
  return (
    <>
      <Menu button={button}>
        <Entries
          {...entries}
          reported={reported}
          onReport={toggleReport}
          onMute={() => mute.mutate('mute')}
          onBlock={() => setBlocking(true)}
          onDelete={onDelete && (() => setConfirming(true))}
        />
      </Menu>
      <ReportDialog
        content={content}
        noun={noun}
        open={reporting}
        onOpenChange={setReporting}
        onReported={() => setReported(true)}
      />
      <BlockDialog name={author.name} mute={mute} open={blocking} onOpenChange={setBlocking} />
      {onDelete && (
        <DeleteDialog
          open={confirming}
          onOpenChange={setConfirming}
          noun={entries.noun}
          onDelete={onDelete}
          focusAfterDelete={focusAfterDelete}
        />
      )}
    </>
  )
}

function Entries(
  props: Omit<ContentMenuListProps, 'button' | 'onDelete' | 'focusAfterDelete'> & {
    reported: boolean
    onReport: () => void
    onMute: () => void
    onBlock: () => void
    onDelete?: () => void
  },
) {
  const {
    content,
    own,
    author,
    reported,
    onReport,
    onMute,
    onBlock,
    link,
    onQuote,
    onEdit,
    onDelete,
    onShowHistory,
    actions = [],
    canBookmark = false,
  } = props
  return (
    <>
      {onQuote && (
        <MenuItemMovingFocus icon={<Quote aria-hidden />} onSelect={onQuote}>
          Quote in reply
        </MenuItemMovingFocus>
      )}
      {onEdit && (
        <MenuItemMovingFocus icon={<Pencil aria-hidden />} onSelect={onEdit}>
          Edit
        </MenuItemMovingFocus>
      )}
      {onShowHistory && (
        <MenuItemMovingFocus icon={<History aria-hidden />} onSelect={onShowHistory}>
          View edit history
        </MenuItemMovingFocus>
      )}
      {link !== undefined && (
        <MenuItem icon={<Link2 aria-hidden />} onSelect={() => void copyLink(link)}>
          Copy link
        </MenuItem>
      )}
      {canBookmark && <BookmarkItem content={content} />}
      {actions.map(({ label, icon, onSelect }) => (
        <MenuItemMovingFocus key={label} icon={icon} onSelect={onSelect}>
          {label}
        </MenuItemMovingFocus>
      ))}
      {!own && (
        <>
          <MenuItemMovingFocus icon={reported ? <FlagOff aria-hidden /> : <Flag aria-hidden />} onSelect={onReport}>
            {reported ? 'Remove Report' : 'Report Content'}
          </MenuItemMovingFocus>
          <MenuItemMovingFocus icon={<VolumeX aria-hidden />} onSelect={onMute}>
            <span className="truncate">Mute {author.name}</span>
          </MenuItemMovingFocus>
          <MenuItemMovingFocus icon={<Ban aria-hidden />} onSelect={onBlock}>
            <span className="truncate">Block {author.name}</span>
          </MenuItemMovingFocus>
        </>
      )}
      {onDelete && (
        <MenuItemMovingFocus icon={<Trash2 aria-hidden />} className="text-bad" onSelect={onDelete}>
          Delete
        </MenuItemMovingFocus>
      )}
    </>
  )
}

function BookmarkItem({ content }: Pick<ContentMenuListProps, 'content'>) {
  const [bookmarked, setBookmarked] = useMark('bookmarkedContent', content)
  function toggle() {
    setBookmarked(!bookmarked)
    toast(bookmarked ? bookmarkRemoved : bookmarkSaved)
  }
  return (
    <MenuItem icon={bookmarked ? <BookmarkX aria-hidden /> : <Bookmark aria-hidden />} onSelect={toggle}>
      {bookmarked ? 'Remove Bookmark' : 'Bookmark'}
    </MenuItem>
  )
}

/** Asks before content is deleted. */
export function DeleteDialog({
  open,
  onOpenChange,
  noun,
  onDelete,
  focusAfterDelete,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  noun: Noun
  onDelete: () => Promise<unknown>
  focusAfterDelete?: () => Element | null
}) {
  const deleted = useRef(false)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete this ${noun}?`}
      description={deleteWarning(noun)}
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      onConfirm={async () => {
        await onDelete()
        deleted.current = true
      }}
      focusAfter={() => (deleted.current ? (focusAfterDelete?.() ?? null) : null)}
    />
  )
}

/** What a menu is about. */
export type Noun = KindThat<'edit'>

const reportRemoved = { title: 'Report removed' } as const

export const bookmarkSaved = {
  title: 'Bookmark saved',
  description: 'It is saved in this browser only.',
  variant: 'success',
} as const
export const bookmarkRemoved = { title: 'Bookmark removed' } as const

const warnings: Partial<Record<Noun, string>> = {
  post: 'The post, its comments and its likes will disappear for everyone. This cannot be undone.',
  discussion: 'The discussion and all its replies will disappear for everyone. This cannot be undone.',
  reason: 'Your reason will disappear for everyone, with what people said about it. You can write another one.',
}
export const deleteWarning = (noun: Noun): string =>
  warnings[noun] ?? `The ${noun} will disappear for everyone. This cannot be undone.`
