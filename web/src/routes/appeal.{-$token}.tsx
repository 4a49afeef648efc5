import { createFileRoute, redirect, useLocation } from '@tanstack/react-router'
import { AppealPage } from '#features/moderation/appeal-page.tsx'

export const Route = createFileRoute('/appeal/{-$token}')({
  // The links of earlier mails have the token in the path.
  beforeLoad: ({ params: { token } }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router takes it
    if (token) throw redirect({ to: '/appeal/{-$token}', params: { token: undefined }, hash: token, replace: true })
  },
  component: Appeal,
})

function Appeal() {
  return <AppealPage token={useLocation().hash} />
}
