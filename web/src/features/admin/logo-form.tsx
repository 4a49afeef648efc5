import { fileProblems, kindOfName, sentences } from '@wtpu/contract/on-demand/rejected-files'
import { paper } from '@wtpu/contract/site/colors'
import { changeSiteLogo, type NameAndLook } from '@wtpu/contract/site/identity'
import { logoBox, logoMaxBytes, logoTypes } from '@wtpu/contract/site/logo'
import { isWide } from '@wtpu/contract/site/logo-shape'
import { useState } from 'react'
import { takeFocus } from '#lib/take-focus.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { useForm } from '#ui/form/on-demand/use-form.tsx'
import { usePreview } from '#ui/form/use-preview.ts'
import { toast } from '#ui/toast/toast.tsx'
import { useChangeLogo } from './api.ts'
import { FileField } from './file-field.tsx'
import { seenLater } from './seen-later.tsx'

const types = ['image/png', 'image/jpeg', 'image/webp']
const notALogo = `Please choose a ${logoTypes} image.`

/** The server also checks the content. */
function problemOf(file: File): string | undefined {
  if (file.size === 0) return fileProblems.empty
  if (!types.includes(file.type)) return sentences(kindOfName(file), notALogo)
  return file.size > logoMaxBytes ? changeSiteLogo.config.files.logo.tooLarge : undefined
}

const noFile: { logo?: File } = {}

/** The logo is a form of its own, so an upload that fails changes nothing of what is typed in the one above. */
export function LogoForm({ stored: { identity, logo, version } }: { stored: NameAndLook }) {
  /** The key of the field, which is a new and empty one after each change. */
  const [changes, setChanges] = useState(0)
  const form = useForm(useChangeLogo(), {
    empty: noFile,
    fields: ['logo'],
    input: ({ logo: chosen }) => ({ file: chosen, version }),
    onSuccess: (_, { logo: chosen }) => {
      clear()
      toast({ title: chosen ? 'Logo saved' : 'Logo removed', ...seenLater })
    },
  })
  const { isPending, failure } = form
  const file = form.values.logo
  const error = form.error('logo')
  const preview = usePreview(file)
  /** An image that the browser cannot show, for example because it is too large. */
  const [unshown, setUnshown] = useState<string>()
  const src = file && !error ? preview : logo?.src

  const choose = (chosen?: File) => {
    const problem = chosen && problemOf(chosen)
    form.edit({ logo: problem ? undefined : chosen }, ['logo'])
    if (problem) form.fail({ logo: problem })
  }
  const clear = () => {
    takeFocus(form.props.ref.current)
    form.discard()
    setChanges(changes + 1)
  }

  return (
    <form
      {...form.props}
      tabIndex={-1}
      aria-label="Logo of the site"
      className={cardClass('mt-4 grid gap-4 p-4 outline-none sm:p-6')}
    >
      <FileField
        key={changes}
        label="Logo"
        hint={`${logoTypes}, square or wide, at least ${2 * logoBox.height} pixels high, at most 5 MB. In the header, icons, share images and feeds.`}
        accept={types.join()}
        disabled={isPending}
        error={error}
        onFiles={([chosen]) => choose(chosen)}
      />
      {src !== undefined && src !== unshown && (
        <div className="grid gap-4 sm:grid-cols-2" onErrorCapture={() => setUnshown(src)}>
          <Preview theme="Light theme" background={paper} color="#221d16" src={src} name={identity.name} />
          <Preview theme="Dark theme" background="#171410" color="#f3eee3" src={src} name={identity.name} />
        </div>
      )}
      {!file && logo === null && <p className="text-sm text-soft">The site has the default logo.</p>}
      {failure?.code === 'changed_meanwhile' ? (
        <FormAlert>
          Another admin has changed the name or look.{' '}
          {file && logo ? (
            <>
              This logo is saved now. Save again to replace it.
              <img
                src={logo.src}
                alt="The saved logo"
                className="mt-2 max-h-10 max-w-50"
                style={{ background: paper }}
              />
            </>
          ) : (
            'What they saved is shown here. Save again to replace it.'
          )}
        </FormAlert>
      ) : (
        form.alert
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={!file} title={file ? undefined : 'Choose a file first.'} loading={isPending}>
          Save logo
        </Button>
        {file && !isPending && (
          <Button variant="ghost" onClick={clear}>
            Discard file
          </Button>
        )}
        {!file && logo && (
          <Button variant="secondary" disabled={isPending} onClick={form.submit}>
            Remove the logo
          </Button>
        )}
      </div>
    </form>
  )
}

/** As in the header of this theme, and as an icon. */
function Preview(props: { theme: string; background: string; color: string; src: string; name: string }) {
  const { theme, background, color, src, name } = props
  const [shape, setShape] = useState({ width: 0, height: 0 })
  return (
    <figure className="min-w-0">
      <div
        className="flex min-h-20 items-center gap-2.5 overflow-hidden rounded-control border border-edge p-4"
        style={{ background, color }}
      >
        <img
          src={src}
          alt={`Logo, ${theme.toLowerCase()}`}
          className="max-h-10 max-w-50 min-w-0"
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setShape({ width, height })}
        />
        {!isWide(shape) && <span className="truncate font-serif text-xl font-bold">{name}</span>}
        <img
          src={src}
          alt=""
          className="ml-auto size-8 shrink-0 rounded-sm object-contain"
          style={isWide(shape) ? { background: paper } : undefined}
        />
      </div>
      <figcaption className="mt-1.5 text-sm text-soft">{theme}: header and icon</figcaption>
    </figure>
  )
}
