import { maxUnits } from '@wtpu/contract/characters'
import {
  accessCodeLength,
  mailServerErrors,
  mailServerLimits,
  type SetupFacts,
} from '@wtpu/contract/site/on-demand/setup'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { PasswordField, TextField } from '#ui/form/fields.tsx'
import { fillIn, useForm } from '#ui/form/on-demand/use-form.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useChangeAccessCode, useChangeMailServer } from './api.ts'
import { accessTexts } from './checklist-steps.tsx'
import { TestResult } from './test-mail.tsx'

/** What the settings of the server decide too, and then alone. */
export function AccessAndMail({ facts }: { facts: SetupFacts }) {
  return (
    <div className={cardClass('divide-y divide-line')}>
      {facts.on_server.includes('SITE_ACCESS_CODE') ? (
        <OnServer title="Access code" name="SITE_ACCESS_CODE" />
      ) : (
        <AccessForm facts={facts} />
      )}
      {facts.on_server.includes('SMTP_URL') ? (
        <OnServer title="Mail server" name="SMTP_URL" />
      ) : (
        <MailForm facts={facts} />
      )}
    </div>
  )
}

function OnServer({ title, name }: { title: string; name: string }) {
  return (
    <div className="p-4 sm:p-6">
      <h3 className="text-lg">{title}</h3>
      <p className="text-soft">{name} in the settings of the server decides this. Remove it there to choose here.</p>
    </div>
  )
}

const noCode = { code: '', tried: '' }

function AccessForm({ facts: { access, settings_version: version } }: { facts: SetupFacts }) {
  const form = useForm(useChangeAccessCode(), {
    empty: noCode,
    check: ({ code }) => ({ code: access === 'none' && code.trim() === '' && fillIn }),
    input: (typed) => ({ ...typed, version }),
    onSuccess: (_, { code }) =>
      toast({ title: code.trim() === '' ? 'The site asks for no code' : 'The new code is in use', variant: 'success' }),
  })
  const opens = access !== 'none' && form.values.code.trim() === ''
  const field = { autoComplete: 'off', spellCheck: false, maxLength: maxUnits(accessCodeLength) } as const
  return (
    <form {...form.props} aria-labelledby="access-code" className="grid gap-4 p-4 sm:p-6">
      <div>
        <h3 id="access-code" className="text-lg">
          Access code
        </h3>
        <p className="text-soft">{accessTexts[access]}</p>
      </div>
      <TextField label="New access code" hint="Empty: no code." {...field} {...form.text('code')} />
      <TextField
        label="Try it"
        hint="Type it once more, as visitors do. The code is never shown again."
        {...field}
        {...form.text('tried')}
      />
      {form.alert}
      <Button type="submit" variant="secondary" className="justify-self-start" loading={form.isPending}>
        {opens ? 'Open the site without a code' : 'Use this code'}
      </Button>
    </form>
  )
}

const noServer = { host: '', port: '587', user: '', password: '', from: '' }

function MailForm({ facts: { mail_server, settings_version: version } }: { facts: SetupFacts }) {
  const change = useChangeMailServer()
  const form = useForm(change, {
    empty: noServer,
    keeps: true,
    check: mailServerErrors,
    input: (typed) => ({ ...typed, version }),
    onSuccess: ({ is_accepted }) => is_accepted && form.discard(),
  })
  const field = (name: keyof typeof noServer) => ({
    autoComplete: 'off',
    spellCheck: false,
    maxLength: maxUnits(mailServerLimits[name]),
    ...form.text(name),
  })
  return (
    <form {...form.props} aria-labelledby="mail-server" className="grid gap-4 p-4 sm:p-6">
      <div>
        <h3 id="mail-server" className="text-lg">
          Mail server
        </h3>
        <p className="text-soft">
          {mail_server === null
            ? 'None is set. Your mail provider names it under “SMTP”.'
            : `Mails are sent by ${mail_server.host}. Fill in all fields to change it.`}
        </p>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name of the server" placeholder="mail.example.org" {...field('host')} />
        <TextField label="Port" inputMode="numeric" {...field('port')} />
        <TextField label="User name" {...field('user')} />
        <PasswordField label="Password" {...field('password')} autoComplete="new-password" />
      </div>
      <TextField label="Sender address" hint="Optional." type="email" {...field('from')} />
      {form.alert}
      <Button type="submit" variant="secondary" className="justify-self-start" loading={form.isPending}>
        Send a test and use it
      </Button>
      <TestResult
        mail={form.isPending ? undefined : change.data}
        accepted="From now on, all mails are sent by it."
        refused="Nothing was changed."
      />
    </form>
  )
}
