import { createFileRoute } from '@tanstack/react-router'

/** Layout route of the members' pages, which the root route guards. */
export const Route = createFileRoute('/_member')({})
