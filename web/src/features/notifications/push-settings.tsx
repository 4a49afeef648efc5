import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { readPushState, turnOffPush, turnOnPush } from './push.ts'

const stateKey = ['push-state']

/** Whether this device shows pushed notifications. The browser asks the user only after a click. */
export function PushSettings({ pushKey }: { pushKey: string | null }) {
  const queryClient = useQueryClient()
  const { data: state } = useQuery({ queryKey: stateKey, queryFn: readPushState, staleTime: 0 })
  const change = useMutation({
    mutationFn: (key: string | undefined) => (key === undefined ? turnOffPush() : turnOnPush(key)),
    onError: () =>
      toast({ title: 'This device could not be changed', description: 'Please try again later.', variant: 'error' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: stateKey }),
  })
  if (pushKey === null) return <p className="text-soft">This site cannot push notifications at the moment.</p>
  if (state === undefined) return <Skeleton className="h-11 w-72 max-w-full" />
  if (state === 'unsupported') {
    return <p className="text-soft">This browser cannot show notifications of this site.</p>
  }
  if (state === 'blocked') {
    return (
      <p className="text-soft">
        Notifications of this site are blocked. Allow them in the settings of your browser, then reload this page.
      </p>
    )
  }
  return (
    <>
      <p className="mb-3 max-w-prose text-soft">
        {state === 'on'
          ? 'This device shows the kinds that you selected under Push, also when the site is closed.'
          : 'This device can show the kinds that you select under Push, also when the site is closed.'}
      </p>
      <Button
        variant="secondary"
        loading={change.isPending}
        onClick={() => change.mutate(state === 'on' ? undefined : pushKey)}
      >
        {state === 'on' ? 'Turn off on this device' : 'Turn on on this device'}
      </Button>
    </>
  )
}
