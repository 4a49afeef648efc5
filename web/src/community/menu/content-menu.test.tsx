import { blockUser, getMuteState, muteUser, unmuteUser } from '@wtpu/contract/boiler-room/mutes-and-blocks'
import { createReport } from '@wtpu/contract/moderation/reports'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeApi } from '#testing/fake-api.tsx'
import { renderComponent } from '#testing/render-component.tsx'
import { ContentMenu } from './content-menu.tsx'
import { PersonMenu } from './person-menu.tsx'

const link = 'https://wtpu.example/boiler-room?post=12'

function openMenuOf(over: Partial<Parameters<typeof ContentMenu>[0]> = {}) {
  renderComponent(
    <>
      <ContentMenu
        noun="post"
        of="Ada’s post"
        content={{ kind: 'post', id: 12 }}
        own={false}
        author={{ id: 5, name: 'Ada' }}
        link={link}
        {...over}
      />
      <p id="after" tabIndex={-1} />
    </>,
  )
}

const findButton = () => screen.findByRole('button', { name: 'More options for Ada’s post' })
const openMenu = async () => userEvent.click(await findButton())
const choose = async (name: string) => userEvent.click(await screen.findByRole('menuitem', { name }))
const entries = async () => {
  await screen.findByRole('menu')
  return screen.getAllByRole('menuitem').map((item) => item.textContent)
}

test('offers members to copy the link, to report, to mute and to block', async () => {
  openMenuOf()
  await openMenu()

  expect(await entries()).toEqual(['Copy link', 'Report Content', 'Mute Ada', 'Block Ada'])
})

test('offers authors to edit, to see the history and to delete, and no report', async () => {
  openMenuOf({ own: true, onEdit: vi.fn(), onShowHistory: vi.fn(), onDelete: () => Promise.resolve() })
  await openMenu()

  expect(await entries()).toEqual(['Edit', 'View edit history', 'Copy link', 'Delete'])
})

test('opens with the keyboard, moves with the arrow keys and returns focus on Escape', async () => {
  openMenuOf()
  ;(await findButton()).focus()
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('menu')
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('menuitem')[0]))
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('Report Content')

  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await waitFor(async () => expect(document.activeElement).toBe(await findButton()))
})

test('sends a report with its reason, keeps it in this browser, and removes it from there again', async () => {
  const fake = fakeApi()
  fake.respondError(createReport, {
    status: 429,
    body: { code: 'daily_limit', detail: 'You can report at most 20 times in 24 hours.' },
  })
  openMenuOf()
  await openMenu()
  await choose('Report Content')
  const dialog = within(await screen.findByRole('dialog', { name: 'Report this post' }))
  const send = dialog.getByRole<HTMLButtonElement>('button', { name: 'Report' })
  await userEvent.click(send)
  expect((await dialog.findByRole('alert')).textContent).toBe('Please choose what is wrong.')
  expect(document.activeElement).toBe(dialog.getAllByRole('radio')[0])
  expect(fake.callsOf(createReport)).toHaveLength(0)
  await userEvent.click(dialog.getByRole('radio', { name: 'Harassment or threats' }))
  await userEvent.type(dialog.getByRole('textbox'), 'Second paragraph')
  await userEvent.click(send)
  expect((await dialog.findByRole('alert')).textContent).toBe('You can report at most 20 times in 24 hours.')
  expect(localStorage.getItem('reportedContent')).toBeNull()

  fake.respond(createReport, { id: 1 })
  await userEvent.click(dialog.getByRole('button', { name: 'Report' }))
  expect(await screen.findByText('Thank you for your report')).toBeTruthy()
  expect(screen.getByText('Our moderators will look at it.')).toBeTruthy()
  const body = { kind: 'post', id: 12, reason: 'harassment', note: 'Second paragraph' }
  expect(fake.calls.map((sent) => sent.body)).toEqual([body, body])
  expect(localStorage.getItem('reportedContent')).toBe('["post:12"]')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await openMenu()
  await choose('Remove Report')
  expect(await screen.findByText('Report removed')).toBeTruthy()
  expect(localStorage.getItem('reportedContent')).toBeNull()
})

test('copies the link, or shows it where the browser does not allow that', async () => {
  const user = userEvent.setup()
  openMenuOf()
  await user.click(await findButton())
  await user.click(await screen.findByRole('menuitem', { name: 'Copy link' }))
  expect(await screen.findByText('Link copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(link)

  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  await user.click(await findButton())
  await user.click(await screen.findByRole('menuitem', { name: 'Copy link' }))
  expect(await screen.findByText(`Please copy it by hand: ${link}`)).toBeTruthy()
})

test('deletes only after the confirmation, and then moves focus', async () => {
  const onDelete = vi.fn(() => Promise.resolve())
  openMenuOf({ own: true, onDelete, focusAfterDelete: () => document.getElementById('after') })
  await openMenu()
  await choose('Delete')
  await screen.findByRole('dialog', { name: 'Delete this post?' })
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(async () => expect(document.activeElement).toBe(await findButton()))
  expect(onDelete).not.toHaveBeenCalled()

  await openMenu()
  await choose('Delete')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(onDelete).toHaveBeenCalledOnce()
  await waitFor(() => expect(document.activeElement?.id).toBe('after'))
})

test('keeps the dialog open with the reason when a deletion fails', async () => {
  const onDelete = vi.fn(() => Promise.reject(new Error('The server could not be reached.')))
  openMenuOf({ own: true, onDelete })
  await openMenu()
  await choose('Delete')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect((await screen.findByRole('alert')).textContent).toBe('The server could not be reached.')

  onDelete.mockImplementation(() => Promise.resolve() as never)
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('runs Edit after the menu has returned focus, so that the editor can take it', async () => {
  const onEdit = vi.fn(() => document.getElementById('after')?.focus())
  openMenuOf({ own: true, onEdit })
  await openMenu()
  await choose('Edit')

  await waitFor(() => expect(document.activeElement?.id).toBe('after'))
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(document.activeElement?.id).toBe('after')
})

test('mutes at once, and asks before it blocks', async () => {
  const fake = fakeApi()
  fake.respond(muteUser, { muted: true, blocked: false })
  fake.respondError(blockUser, { status: 429, body: { code: 'too_many_attempts', detail: 'Not so fast.' } })
  openMenuOf()
  await openMenu()
  await choose('Mute Ada')
  expect(await screen.findByText('You no longer see what they write')).toBeTruthy()
  expect(fake.callsOf(muteUser)).toHaveLength(1)

  await openMenu()
  await choose('Block Ada')
  const dialog = await screen.findByRole('dialog', { name: 'Block Ada?' })
  const confirm = within(dialog).getByRole('button', { name: 'Block' })
  await userEvent.click(confirm)
  expect((await within(dialog).findByRole('alert')).textContent).toBe('Not so fast.')
  fake.respond(blockUser, { muted: true, blocked: true })
  await userEvent.click(confirm)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('They can no longer follow you or comment on your posts')).toBeTruthy()
})

test('the menu of a profile offers to report it, and to end what was begun', async () => {
  const fake = fakeApi()
  fake.respond(getMuteState, { muted: true, blocked: false })
  fake.respond(unmuteUser, { muted: false, blocked: false })
  renderComponent(<PersonMenu id={5} name="Ada" />)
  await userEvent.click(await screen.findByRole('button', { name: 'More options for Ada' }))
  expect(await entries()).toEqual(['Report this profile', 'Unmute Ada', 'Block Ada'])

  await choose('Unmute Ada')
  expect(await screen.findByText('You see what they write again')).toBeTruthy()
  expect(fake.callsOf(unmuteUser)).toHaveLength(1)
})
