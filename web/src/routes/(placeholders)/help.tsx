import { createFileRoute } from '@tanstack/react-router'
import { ComingSoon } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/(placeholders)/help')({ component: Help })

const planned = [
  'Getting started guides',
  'Frequently asked questions',
  'Account and password help',
  'Help from a real person',
]

function Help() {
  return (
    <ComingSoon path="/help" planned={planned}>
      Answers to common questions about polls, ratings, forums and your account.
    </ComingSoon>
  )
}
