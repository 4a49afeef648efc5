import { createFileRoute, redirect } from '@tanstack/react-router'

/** The links of earlier mails. */
export const Route = createFileRoute('/unsubscribe/$token')({
  beforeLoad: ({ params }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router takes it
    throw redirect({ to: '/unsubscribe', hash: params.token, replace: true })
  },
})
