import type { TestMail } from '@wtpu/contract/site/on-demand/setup'
import { useLastError } from '#lib/api/query-errors.ts'
import { Button } from '#ui/button.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { useTestMail } from './api.ts'

/** Sends a test mail to the admin and shows what the mail server answered. */
export function TestMailButton({ isDone }: { isDone: boolean }) {
  const test = useTestMail()
  const failure = useLastError(test)
  return (
    <div className="grid justify-items-start gap-3">
      <Button
        variant={isDone ? 'ghost' : 'secondary'}
        size="small"
        className={isDone ? '-ml-3' : undefined}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        Send a test to myself
      </Button>
      <TestResult mail={test.data} />
      {failure && <FormAlert pending={test.isPending}>{failure.message}</FormAlert>}
    </div>
  )
}

/** What the mail server answered, and what follows from it. */
export function TestResult({
  mail,
  accepted,
  refused,
}: {
  mail: TestMail | undefined
  accepted?: string
  refused?: string
}) {
  return (
    <>
      <output className="empty:hidden">
        {mail?.is_accepted && (
          <>
            <Accepted mail={mail} />
            {accepted && <p>{accepted}</p>}
          </>
        )}
      </output>
      {mail && !mail.is_accepted && (
        <FormAlert>
          The test mail to {mail.to} was not taken. The mail server or the connection to it said:{' '}
          <span translate="no">{mail.answer}</span>
          {refused && `. ${refused}`}
        </FormAlert>
      )}
    </>
  )
}

function Accepted({ mail: { to, answer, is_sent } }: { mail: TestMail }) {
  return (
    <p className="wrap-anywhere">
      {is_sent ? (
        <>
          The mail server took a mail to {to}, and said: <span translate="no">{answer}</span>. If it does not arrive,
          look in the spam folder.
        </>
      ) : (
        <>
          No mail server is set, so the mail to {to} is a file on the server: <span translate="no">{answer}</span>
        </>
      )}
    </p>
  )
}
