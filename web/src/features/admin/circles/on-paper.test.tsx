import { getCircle } from '@wtpu/contract/circles/on-demand/circles'
import { getPaper } from '@wtpu/contract/circles/on-demand/papers'
import { enterSheet, listSheets, printSheets } from '@wtpu/contract/circles/on-demand/sheets'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'
import { circle, paper } from './fixtures.ts'

const options = [
  { id: 111, text: 'Yes' },
  { id: 112, text: 'No' },
]

async function open(sheets: { waiting: number; by_viewer: number; different: string[] }) {
  // jsdom has no constructed style sheets.
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync() {}
    },
  )
  Object.defineProperty(document, 'adoptedStyleSheets', { value: [], writable: true, configurable: true })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    Reflect.deleteProperty(document, 'adoptedStyleSheets')
  })
  signedIn()
  const api = fakeApi()
  api.respond(getCircle, circle)
  api.respond(getPaper, paper)
  api.respond(listSheets, { questions: [{ poll: 11, question: 'Rent it?', options }], ...sheets })
  openPage('/admin/circles/7')
  await userEvent.click(await screen.findByText('Ballots on paper'))
  return api
}

test('the page says what became of a sheet, which ones wait, and which ones differ', async () => {
  const api = await open({ waiting: 3, by_viewer: 1, different: ['4GXR-9K2M-7QTB'] })
  expect(
    await screen.findByText('3 sheets with one entry. You made 1 of them: somebody else enters those.'),
  ).toBeTruthy()
  expect(screen.getByText('4GXR-9K2M-7QTB')).toBeTruthy()
  for (const [state, says] of [
    ['waits', 'The sheet AAAA waits for a second person, who enters it, too.'],
    ['differs', 'The two entries of the sheet AAAA differ. Both people enter it again.'],
    ['counted', 'The sheet AAAA is counted.'],
  ] as const) {
    api.respond(enterSheet, { code: 'AAAA', state })
    await userEvent.type(screen.getByRole('textbox', { name: 'Code' }), 'aaaa')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rent it?' }), 'No')
    await userEvent.click(screen.getByRole('button', { name: 'Enter' }))
    await screen.findByText(says)
    expect(document.activeElement?.textContent).toBe(says)
    expect(screen.getByRole('textbox', { name: 'Code' })).toHaveProperty('value', '')
  }
  expect(api.callsOf(enterSheet)[0]?.body).toEqual({ code: 'aaaa', answers: [{ poll: 11, option: 112 }] })
})

test('sheets are made in parts, for people without an address first', async () => {
  const api = await open({ waiting: 0, by_viewer: 0, different: [] })
  const print = vi.spyOn(window, 'print').mockReturnValue()
  const sheet = { code: '4GXR-9K2M-7QTB', url: 'https://choir.example/ballot#token', name: 'Ada', list_id: '' }
  api.respond(printSheets, { sheets: [sheet], next: 400 })
  await userEvent.click(await screen.findByRole('button', { name: 'Make the sheets' }))
  expect((await screen.findByText(/^Sheets for 1 person are ready, on 1 page\./)).textContent).toContain(
    'print them now',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  api.respond(printSheets, { sheets: [], next: null })
  await userEvent.click(screen.getByRole('button', { name: 'Make the next sheets' }))
  expect(await screen.findByText('There is nobody to print for.')).toBeTruthy()
  expect(api.callsOf(printSheets).map(({ body }) => body)).toEqual([
    { rows: 'without_address' },
    { rows: 'without_address', after: 400 },
  ])
})
