import { isOn } from '@wtpu/contract/site/parts'
import { maxUnits } from '@wtpu/contract/characters'
import { categoryMaxLength, type ManagedCategory } from '@wtpu/contract/on-demand/admin'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useState } from 'react'
import { useLastError } from '#lib/api/query-errors.ts'
import { passFocus } from '#lib/pass-focus.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { fillIn, useForm } from '#ui/form/on-demand/use-form.tsx'
import { useCreateCategory, useDeleteCategory, useMoveCategory, useRenameCategory } from './api.ts'

/** The categories of polls and forums in their order. None in use is deleted. */
export function Categories({ categories }: { categories: ManagedCategory[] }) {
  const [renamed, setRenamed] = useState<ManagedCategory>()
  const move = useMoveCategory()
  const remove = useDeleteCategory()
  const failures = [useLastError(move), useLastError(remove)]
  const failure = failures.find(Boolean)
  return (
    <>
      <ol aria-label="Categories" className={cardClass('divide-y divide-line')}>
        {categories.map((category, index) => (
          <li key={category.id} className="flex flex-wrap items-center justify-between gap-3 p-4 sm:px-6">
            <span dir="auto" className="min-w-0 flex-1 font-semibold wrap-anywhere">
              {category.name}
            </span>
            <span className="flex flex-wrap gap-2">
              {[
                { direction: 'up' as const, end: index === 0 && 'It is the first.' },
                { direction: 'down' as const, end: index === categories.length - 1 && 'It is the last.' },
              ].map(({ direction, end }) => (
                <Button
                  key={direction}
                  variant="ghost"
                  size="small"
                  aria-label={`Move ${category.name} ${direction}`}
                  aria-disabled={end !== false || undefined}
                  title={end || undefined}
                  onClick={() => end === false && move.mutate({ id: category.id, direction })}
                >
                  {direction === 'up' ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />}
                </Button>
              ))}
              <Button
                variant="secondary"
                size="small"
                aria-label={`Rename ${category.name}`}
                onClick={() => setRenamed(category)}
              >
                Rename
              </Button>
              {!category.in_use && (
                <Button
                  ref={passFocus}
                  variant="secondary"
                  size="small"
                  aria-label={`Delete ${category.name}`}
                  loading={remove.isPending && remove.variables === category.id}
                  onClick={() => remove.mutate(category.id)}
                >
                  Delete
                </Button>
              )}
            </span>
          </li>
        ))}
      </ol>
      {failure && (
        <div className="mt-3">
          <FormAlert>{failure.message}</FormAlert>
        </div>
      )}
      <NewCategory />
      {renamed && <RenameDialog key={renamed.id} category={renamed} onClose={() => setRenamed(undefined)} />}
    </>
  )
}

const none = { name: '' }
const checkName = ({ name }: typeof none) => ({ name: name.trim() === '' && fillIn })

function NewCategory() {
  const form = useForm(useCreateCategory(), { empty: none, check: checkName, input: ({ name }) => name })
  return (
    <form {...form.props} className="mt-6 flex flex-wrap items-start gap-3">
      <TextField
        label="New category"
        {...form.text('name')}
        maxLength={maxUnits(categoryMaxLength)}
        className="flex-1"
      />
      <Button type="submit" variant="secondary" loading={form.isPending} className="mt-6.5">
        Add
      </Button>
      {form.alert}
    </form>
  )
}

function RenameDialog({ category, onClose }: { category: ManagedCategory; onClose: () => void }) {
  const [stored] = useState({ name: category.name })
  const form = useForm(useRenameCategory(), {
    empty: stored,
    keeps: true,
    check: checkName,
    input: ({ name }) => ({ id: category.id, name }),
    onSuccess: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Rename ${category.name}`}
      description={isOn('forums') ? 'Polls and discussions keep it.' : 'Polls keep it.'}
    >
      <form {...form.props} className="grid gap-4">
        <TextField label="Name" {...form.text('name')} maxLength={maxUnits(categoryMaxLength)} />
        {form.alert}
        <div className="flex justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isPending}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
