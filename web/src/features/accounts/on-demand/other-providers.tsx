import { startProvider } from '@wtpu/contract/accounts/accounts'
import { tooManyAttempts } from '@wtpu/contract/errors'
import type { Output } from '@wtpu/contract/endpoint'
import type { getRegistration } from '@wtpu/contract/site/invitations'
import { useMutation } from '@tanstack/react-query'
import { type ApiFailure, call } from '#lib/api/api.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { leaveFor, redirectUri } from '../google/google.ts'

type Provider = Output<typeof getRegistration>['providers'][number]

/** A button for each OpenID provider of the site but Google. */
export function OtherProviders({ providers }: { providers: Provider[] }) {
  return providers.map((provider) => <ProviderButton key={provider.id} provider={provider} />)
}

function ProviderButton({ provider: { id, label, logo } }: { provider: Provider }) {
  const start = useMutation<void, ApiFailure>({
    mutationFn: async () =>
      leaveFor(await call(startProvider, { params: { id }, body: { redirect_uri: redirectUri() } }), { id, label }),
    onError: ({ status, detail }) =>
      toast({
        title: status === 429 ? tooManyAttempts : detail || `${label} login failed. Please try again.`,
        variant: 'error',
      }),
  })
  return (
    <Button variant="secondary" className="mt-3 w-full" loading={start.isPending} onClick={() => start.mutate()}>
      {logo !== null && !start.isPending && <img src={logo} alt="" className="size-5 shrink-0" />}
      Continue with {label}
    </Button>
  )
}
