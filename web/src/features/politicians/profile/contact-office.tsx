import type { Written } from '@wtpu/contract/schemas'
import { displayName } from '@wtpu/contract/accounts/names'
import { maxUnits } from '@wtpu/contract/characters'
import type { Output } from '@wtpu/contract/endpoint'
import { contactLimits, type Politician, type PoliticianProfile, contactOffice } from '@wtpu/contract/politicians'
import ExternalLink from 'lucide-react/icons/external-link'
import { useState } from 'react'
import { findWritten, LazyWrittenChoices } from '#community/small/lazy-choices.tsx'
import { cachedEmailStatus } from '#lib/session/email-status.ts'
import { useSession } from '#lib/session/session.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { TextArea, TextField } from '#ui/form/fields.tsx'
import { useForm } from '#ui/form/on-demand/use-form.tsx'
import { resendAction } from '#ui/resend-confirmation.tsx'
import { toast } from '#ui/toast/toast.tsx'
import {
  contactFailure,
  messageEmpty,
  messageSent,
  formerOfficialNotice,
  officeHours,
  responseTime,
} from '#features/politicians/messages.ts'
import { contactFormUrl } from '#features/politicians/rules.ts'
import { ContactDetails, ContactLink } from './contact-details.tsx'
import { useMutation } from '@tanstack/react-query'
import { type ApiFailure, call } from '#lib/api/api.ts'

/** The contact form, which has no validation, and the office's contact details. */
export function ContactOffice({ politician }: { politician: PoliticianProfile }) {
  const profile = useSession()?.profile
  const name = profile ? displayName(profile) : ''
  const email = cachedEmailStatus()?.email ?? ''
  return (
    <div className="grid items-start gap-10 lg:grid-cols-[1fr_22rem] lg:gap-12">
      <section aria-labelledby="contact-office">
        <h2 id="contact-office" className="mb-4 text-2xl">
          Contact Office
        </h2>
        {politician.retired ? (
          <p>{formerOfficialNotice(politician.name)}</p>
        ) : (
          <ContactForm key={`${name} ${email}`} politicianId={politician.id} name={name} email={email} />
        )}
      </section>
      <OfficeInformation politician={politician} />
    </div>
  )
}

/** `name` and `email` are the member's own, and can be changed. */
function ContactForm({ politicianId, name, email }: { politicianId: number; name: string; email: string }) {
  const [newMessage] = useState<OfficeMessage>({ name, email, subject: '', message: '' })
  const [chosen, setChosen] = useState<Written>({})
  const form = useForm(useContactOffice(politicianId), {
    empty: newMessage,
    draft: `contact:${politicianId}`,
    input: (message) => ({ message, chosen }),
    onSuccess: ({ stored }) => {
      setChosen({})
      toast({
        title: messageSent,
        ...(stored ? { variant: 'success' } : { description: messageEmpty, variant: 'info' }),
      })
    },
    onFailure: (failure) => toast({ ...contactFailure(failure), action: resendAction(failure) }),
  })
  const field = (part: keyof OfficeMessage) => ({
    ...form.text(part),
    maxLength: maxUnits(contactLimits[part]),
    readOnly: form.isPending,
  })
  return (
    <form {...form.props} className="grid gap-4 sm:grid-cols-2">
      <TextField label="Name" autoComplete="name" {...field('name')} />
      <TextField label="Email" type="email" autoComplete="email" {...field('email')} />
      <TextField label="Subject" className="sm:col-span-2" {...field('subject')} />
      <TextArea label="Message" rows={7} className="sm:col-span-2" {...field('message')} />
      <LazyWrittenChoices
        text={form.values.message}
        chosen={chosen}
        onChoose={(change) => setChosen({ ...chosen, ...change })}
        className="-my-3 justify-self-start sm:col-span-2"
      />
      <Button type="submit" loading={form.isPending} className="justify-self-start sm:col-span-2">
        {form.isPending ? 'Sending...' : 'Send Message'}
      </Button>
    </form>
  )
}

function OfficeInformation({ politician }: { politician: Politician }) {
  const form = contactFormUrl(politician)
  return (
    <section aria-labelledby="office-information" className={cardClass('p-5 sm:p-6')}>
      <h2 id="office-information" className="text-xl">
        Office information
      </h2>
      <ContactDetails politician={politician} className="mt-3" />
      <dl className="mt-3 grid gap-3">
        <div>
          <dt className="text-sm text-soft">Office hours</dt>
          <dd className="font-medium">{officeHours}</dd>
        </div>
        <div>
          <dt className="text-sm text-soft">Response time</dt>
          <dd className="font-medium">{responseTime}</dd>
        </div>
      </dl>
      {form && (
        <div className="mt-5 border-t border-line pt-4">
          <p className="mb-3 text-sm text-soft">Many offices reply only to messages sent through their own form.</p>
          <ContactLink href={form} className={buttonClass({ variant: 'secondary', size: 'small' })}>
            Official contact form
            <ExternalLink aria-hidden className="size-4" />
          </ContactLink>
        </div>
      )}
    </section>
  )
}

type OfficeMessage = Record<'name' | 'email' | 'subject' | 'message', string>

function useContactOffice(politicianId: number) {
  return useMutation<Output<typeof contactOffice>, ApiFailure, { message: OfficeMessage; chosen: Written }>({
    mutationFn: async ({ message, chosen }) =>
      call(contactOffice, {
        params: { id: politicianId },
        body: { ...message, ...(await findWritten(message.message, chosen)) },
      }),
  })
}
