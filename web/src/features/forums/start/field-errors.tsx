import { descriptionMaxLength, titleMaxLength } from '@wtpu/contract/forums/discussions'
import { useEffect, useRef } from 'react'
import type { ApiFailure } from '#lib/api/request.ts'
import { fullCount } from '#lib/format.ts'
import type { Draft } from './draft.ts'

type FieldErrors = ApiFailure['fields']
export const noErrors: FieldErrors = {}

export function lengthErrors({ title, description }: Pick<Draft, 'title' | 'description'>): Record<string, string> {
  const isTooLong = (text: string, limit: number) => Array.from(text.trim()).length > limit
  return {
    ...(isTooLong(title, titleMaxLength) && { title: `A title can have at most ${titleMaxLength} characters.` }),
    ...(isTooLong(description, descriptionMaxLength) && {
      description: `A description can have at most ${fullCount(descriptionMaxLength)} characters.`,
    }),
  }
}

/** Focuses the first field that the server rejected. */
export function FocusFirstError({ errors }: { errors: FieldErrors }) {
  const marker = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (errors === noErrors) return
    marker.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  return <span ref={marker} hidden />
}
