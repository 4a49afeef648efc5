import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freshCopy } from '#testing/fresh-copy.ts'

type Module = typeof import('./progressive-rows.ts')
let useProgressiveRows: Module['useProgressiveRows']

async function openPageBy(type: 'navigate' | 'back_forward') {
  const entry = { name: '', entryType: 'navigation', startTime: 0, duration: 0, toJSON: () => ({}), type }
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry])
  ;({ useProgressiveRows } = await freshCopy<Module>('src/lib/progressive-rows.ts'))
}

beforeEach(() => openPageBy('back_forward'))
afterEach(() => vi.restoreAllMocks())

function renderRows(initialRows: number[]) {
  const rendered: number[] = []
  const classesOfList: (string | undefined)[] = []
  const hook = renderHook(
    ({ rows }) => {
      const progressive = useProgressiveRows(rows, 2)
      rendered.push(progressive.rows.length)
      classesOfList.push(progressive.listClass)
    },
    { initialProps: { rows: initialRows } },
  )
  return { rendered, classesOfList, rerender: (rows: number[]) => hook.rerender({ rows }) }
}

test('renders a loaded list a few rows at a time', () => {
  const { rendered, rerender } = renderRows([])
  rerender([1, 2, 3, 4, 5])

  expect(rendered.filter((count) => count > 0)).toEqual([1, 3, 5])
})

test('keeps what follows below the window until all rows are rendered', () => {
  const { classesOfList, rerender } = renderRows([])
  rerender([1, 2, 3, 4])

  expect(classesOfList).toEqual([undefined, 'min-h-dvh', 'min-h-dvh', undefined])
})

test('renders a list from the cache at once', () => {
  expect(renderRows([1, 2, 3, 4, 5]).rendered).not.toContain(1)
})

test('renders the first list of a newly opened page a few rows at a time, even from the cache', async () => {
  await openPageBy('navigate')

  expect(renderRows([1, 2, 3, 4, 5]).rendered).toEqual([1, 3, 5])
  expect(renderRows([1, 2, 3, 4, 5]).rendered).not.toContain(1)
})

test('keeps the rows of the first page while a later page is added', () => {
  const { rendered, rerender } = renderRows([])
  rerender([1, 2, 3])
  rerender([1, 2, 3, 4, 5, 6])

  expect(rendered.filter((count) => count > 0)).toEqual([1, 3, 3, 5, 6])
})
