import { overloaded } from './messages.ts'

/** Says below a form that its call is repeated. Always rendered, so that screen readers announce the text. */
export function WaitNote({ shown }: { shown: boolean }) {
  return <output className="text-center text-sm text-muted empty:-mt-5">{shown && overloaded}</output>
}
