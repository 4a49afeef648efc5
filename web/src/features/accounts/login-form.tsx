import { maxUnits } from '@wtpu/contract/characters'
import { emailMaxLength, passwordMaxLength } from '@wtpu/contract/accounts/accounts'
import { Link } from '@tanstack/react-router'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { PasswordField, TextField } from '#ui/form/fields.tsx'
import { useSignIn } from './api.ts'
import { WaitNote } from './wait-note.tsx'
import { useForm } from '#ui/form/on-demand/use-form.tsx'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import { classes } from '#lib/classes.ts'

const nothing = {}

/** The email and password form, prefilled with `email`. The login route redirects once the user is signed in. */
export function LoginForm({ email: initialEmail }: { email?: string }) {
  const signIn = useSignIn()
  const form = useForm(signIn, {
    empty: nothing,
    fields: ['email', 'password'],
    // The browser may have filled in the fields before the app took the page over.
    input: (_, element) => {
      const data = new FormData(element ?? undefined)
      const text = (name: string) => {
        const value = data.get(name)
        return typeof value === 'string' ? value : ''
      }
      return { email: text('email'), password: text('password'), remember: data.has('remember') }
    },
  })
  return (
    <form {...form.props} noValidate={false} className="flex flex-col gap-5">
      {form.alert}
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username webauthn"
        required
        maxLength={emailMaxLength}
        defaultValue={initialEmail}
        onChange={() => form.forget()}
        error={form.error('email')}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        maxLength={maxUnits(passwordMaxLength)}
        onChange={() => form.forget()}
        error={form.error('password')}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox label="Remember me" name="remember" />
        <Link to="/forgot-password" className="inline-flex min-h-11 items-center text-link text-sm font-medium">
          Forgot password?
        </Link>
      </div>
      <Button type="submit" size="large" loading={form.isPending}>
        {form.isPending ? 'Signing in...' : 'Sign In'}
      </Button>
      <WaitNote shown={signIn.isWaiting} />
    </form>
  )
}

const toneStyles = {
  good: { Icon: CircleCheck, className: 'border-good bg-good-tint text-good' },
  calm: { Icon: Info, className: 'border-line bg-tint text-ink' },
}

/** A notice above the login form, for example after a password reset. */
export function LoginNotice({ tone, children }: { tone: keyof typeof toneStyles; children: string }) {
  const { Icon, className } = toneStyles[tone]
  return (
    <output className={classes('mb-6 flex flex-wrap gap-2.5 rounded-control border p-3.5', className)}>
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <span className="min-w-0 flex-1 basis-40">{children}</span>
    </output>
  )
}
