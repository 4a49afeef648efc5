import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useProgressiveRows } from './progressive-rows.ts'

function renderRows(initialRows: number[]) {
  const rendered: number[] = []
  const hook = renderHook(
    ({ rows }) => {
      rendered.push(useProgressiveRows(rows, 2).length)
    },
    { initialProps: { rows: initialRows } },
  )
  return { rendered, rerender: (rows: number[]) => hook.rerender({ rows }) }
}

test('renders a loaded list a few rows at a time', () => {
  const { rendered, rerender } = renderRows([])
  rerender([1, 2, 3, 4, 5])

  expect(rendered.filter((count) => count > 0)).toEqual([2, 4, 5])
})

test('renders a list from the cache at once', () => {
  expect(renderRows([1, 2, 3, 4, 5]).rendered).not.toContain(2)
})

test('keeps the rows of the first page while a later page is added', () => {
  const { rendered, rerender } = renderRows([])
  rerender([1, 2, 3])
  rerender([1, 2, 3, 4, 5, 6])

  expect(rendered.filter((count) => count > 0)).toEqual([2, 3, 4, 6])
})
