import { createFileRoute, redirect, useLocation } from '@tanstack/react-router'
import { UnsubscribePage } from '#features/notifications/unsubscribe-page.tsx'

export const Route = createFileRoute('/unsubscribe/{-$token}')({
  // The links of earlier mails have the token in the path.
  beforeLoad: ({ params: { token } }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router takes it
    if (token)
      throw redirect({ to: '/unsubscribe/{-$token}', params: { token: undefined }, hash: token, replace: true })
  },
  component: Unsubscribe,
})

function Unsubscribe() {
  return <UnsubscribePage token={useLocation().hash} />
}
