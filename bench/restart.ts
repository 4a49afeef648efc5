import { createTokens } from '#server/http/tokens.ts'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { percentile } from './measure.ts'
import type { RestartReport } from './restart-browsers.ts'
import type { Voter } from './voters.ts'

const patienceMs = 120_000

interface Bench {
  viewers: Voter[]
  jwtSecret: string
  start(file: string, settings?: Record<string, string>): ChildProcess
}

/** Kills the server while all viewers watch, starts another one on its port, and prints how they come back. */
export async function measureRestart({ viewers, jwtSecret, start }: Bench): Promise<void> {
  const tokens = createTokens(jwtSecret)
  const first = start('app-server.ts')
  const [ready] = await once(first, 'message')
  const { port }: { port: number } = ready
  const browsers = start('restart-browsers.ts')
  browsers.send({ port, tokens: viewers.map(({ user, sid }) => tokens.signAccess({ user_id: user, sid })) })
  await once(browsers, 'message')
  const killedAt = performance.timeOrigin + performance.now()
  first.kill('SIGKILL')
  const second = start('app-server.ts', { BENCH_PORT: String(port) })
  await once(second, 'message')
  const startedAt = performance.timeOrigin + performance.now()
  const [report]: RestartReport[] = await once(browsers, 'message', { signal: AbortSignal.timeout(patienceMs) })
  if (!report) throw new Error('The browsers sent no report')
  for (const child of [browsers, second]) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const seconds = (at: number) => ((at - killedAt) / 1_000).toFixed(1)
  const served = report.requests.filter((at) => at > startedAt)
  const bySecond = Map.groupBy(served, (at) => Math.floor((at - startedAt) / 1_000))
  const busiest = Math.max(...[...bySecond.values()].map((group) => group.length))
  const milliseconds = (share: number) => percentile(report.replyTimes, share).toFixed(0)
  console.log(`\nRestart with ${viewers.length.toLocaleString('en-US')} browsers, each with a stream and three calls`)
  console.log(
    `server back after ${seconds(startedAt)} s, all streams after ${seconds(report.streamsBackAt)} s, all pages after ${seconds(report.allDoneAt)} s`,
  )
  console.log(
    `at most ${busiest.toLocaleString('en-US')} requests in a second, responses p50 ${milliseconds(0.5)} ms, p99 ${milliseconds(0.99)} ms, ${report.failures.length} failed`,
  )
  for (const reason of new Set(report.failures)) console.log(`  ${reason}`)
}
