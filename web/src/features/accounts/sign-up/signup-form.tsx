import { useRef, useState, type FormEvent } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '#ui/button.tsx'
import { RegistrationError, useRegister } from '#features/accounts/api.ts'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { SignupErrorText } from './signup-error-text.tsx'
import {
  validateRegistration,
  emptyRegistration,
  type Registration,
  type RegistrationErrors,
} from '#features/accounts/rules.ts'
import { SignupFields } from './signup-fields.tsx'

/** The registration form. The sign-up route redirects once the user is signed in. */
export function SignupForm() {
  const [form, setForm] = useState(emptyRegistration)
  const [errors, setErrors] = useState<RegistrationErrors>({})
  const [formError, setFormError] = useState('')
  const element = useRef<HTMLFormElement>(null)
  const registration = useRegister()
  const navigate = useNavigate()

  const showErrors = (nextErrors: RegistrationErrors) => {
    setErrors(nextErrors)
    const first = Object.keys(nextErrors)[0]
    if (first) element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  const edit = (change: Partial<Registration>) => {
    setForm((current) => ({ ...current, ...change }))
    setErrors((current) => ({
      ...current,
      ...Object.fromEntries(Object.keys(change).map((name) => [name, undefined])),
    }))
    setFormError('')
  }
  const handleFailure = (failure: Error) => {
    if (failure instanceof RegistrationError) {
      setFormError(failure.message)
      return showErrors(failure.fields)
    }
    void navigate({ to: '/login', state: { registeredEmail: form.email.trim() } })
  }
  const send = () => registration.mutate(form, { onSuccess: () => setFormError(''), onError: handleFailure })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (registration.isPending) return
    const nextErrors = validateRegistration(form)
    showErrors(nextErrors)
    if (Object.keys(nextErrors).length === 0) return send()
    setFormError('')
  }

  return (
    <form ref={element} onSubmit={submit} noValidate className="flex flex-col gap-5">
      {formError && (
        <FormAlert pending={registration.isPending}>
          <SignupErrorText text={formError} />
        </FormAlert>
      )}
      <SignupFields form={form} errors={errors} onEdit={edit} />
      <Button type="submit" size="large" loading={registration.isPending}>
        {registration.isPending ? 'Creating your account...' : 'Create Account'}
      </Button>
    </form>
  )
}
