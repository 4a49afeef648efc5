import { type Paper, paperLimits } from '@wtpu/contract/circles/on-demand/papers'
import { maxUnits } from '@wtpu/contract/characters'
import { hostOf } from '@wtpu/contract/web-address'
import { useState } from 'react'
import { useLastError } from '#lib/api/query-errors.ts'
import { takePlace } from '#lib/take-place.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { fillIn, useForm } from '#ui/form/on-demand/use-form.tsx'
import { FileField } from '../file-field.tsx'
import { useAddToKit, useRemoveFromKit } from './api.ts'

const none = { label: '' }

/** What people can read before they answer: the links of the draft, and its files. */
export function Kit({ paper: { id, kit } }: { paper: Paper }) {
  const remove = useRemoveFromKit(id)
  const failure = useLastError(remove)
  return (
    <div className="w-full">
      <h4 key={kit.length} ref={takePlace} tabIndex={-1} className="font-semibold outline-none">
        To read before
      </h4>
      {kit.length === 0 && (
        <p className="text-sm text-soft">
          People see links and files here before they answer. Add a file, or leave it empty.
        </p>
      )}
      <ul className="divide-y divide-line">
        {kit.map(({ label, url }) => (
          <li key={url} className="flex items-center justify-between gap-3 py-1">
            <a
              href={url}
              className="min-w-0 py-1 text-link wrap-anywhere"
              rel="nofollow noopener noreferrer"
              target="_blank"
            >
              {label} ({hostOf(url) ?? 'PDF'})
            </a>
            <Button
              variant="ghost"
              size="small"
              className="shrink-0"
              aria-label={`Remove “${label}”`}
              loading={remove.isPending && remove.variables === url}
              onClick={() => remove.mutate(url)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {failure && <FormAlert pending={remove.isPending}>{failure.message}</FormAlert>}
      {kit.length < paperLimits.kit && <NewFile key={`after ${kit.length}`} id={id} />}
    </div>
  )
}

function NewFile({ id }: { id: number }) {
  const [file, setFile] = useState<File>()
  const form = useForm(useAddToKit(id), {
    empty: none,
    fields: ['label', 'file'],
    check: ({ label }) => ({ label: label.trim() === '' && fillIn, file: !file && 'Choose a PDF.' }),
    input: ({ label }) => ({ label, file }),
  })
  return (
    <form {...form.props} className="mt-2 grid justify-items-start gap-3">
      <TextField label="Text of a new file" {...form.text('label')} maxLength={maxUnits(paperLimits.label)} />
      <FileField
        label="File"
        hint="A PDF of at most 10 MB that opens without a password."
        accept=".pdf,application/pdf"
        disabled={form.isPending}
        error={form.error('file')}
        onFiles={([chosen]) => {
          setFile(chosen)
          form.forget(['file'])
        }}
      />
      {form.alert}
      <Button type="submit" variant="secondary" size="small" loading={form.isPending}>
        Add the file
      </Button>
    </form>
  )
}
