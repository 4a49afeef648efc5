import { register } from '@wtpu/contract/accounts/accounts'
import { atRate, send } from './client.ts'

export interface SignUps {
  port: number
  perSecond: number
  seconds: number
  /** When the SMTP server accepted each mail. */
  mailTimes: readonly number[]
}

/** How long the mails may take. */
const patienceMs = 45_000
/** Repetitions of an answer that says when to come again, as the web repeats them. */
const repetitions = 3

/** People register from networks of their own and are signed in; each gets a mail. */
export async function measureSignUps({ port, perSecond, seconds, mailTimes }: SignUps) {
  const started = performance.now()
  const answers = await atRate(perSecond, seconds, (index) => signUp(port, index))
  const took = (performance.now() - started) / 1_000
  const registered = answers.filter(({ status }) => status === 201)
  const end = performance.now() + patienceMs
  while (mailTimes.length < registered.length && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 200))
  const [first = 0, last = 0] = [mailTimes[0], mailTimes.at(-1)]
  return {
    perSecond: registered.length / took,
    failed: answers.length - registered.length,
    withoutSignIn: registered.filter(({ text }) => !text.includes('"access"')).length,
    mails: mailTimes.length,
    mailsPerSecond: mailTimes.length > 1 ? ((mailTimes.length - 1) * 1_000) / (last - first) : 0,
  }
}

async function signUp(port: number, index: number) {
  const password = `correct horse ${index} staple`
  const body = {
    first_name: 'Ada',
    last_name: `Bench ${index}`,
    email: `stampede${index}@outlook.com`,
    state: 'NY',
    password,
    confirm_password: password,
    sign_in: true,
  }
  const once = () => send(port, { path: register.url, method: 'POST', network: 80_000 + index, body })
  let answer = await once()
  for (let turn = 0; turn < repetitions && answer.status === 503; turn++) {
    const seconds = Number(answer.headers['retry-after'] ?? 1)
    await new Promise((resolve) => setTimeout(resolve, (seconds + Math.random()) * 1_000))
    answer = await once()
  }
  return answer
}
