import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { NotAPicture, type PictureJob, type PictureOutcome, PicturesBusy } from './picture-job.ts'

interface Settings {
  /** Pictures that may wait behind the one in progress. */
  maxWaiting?: number
  /** Milliseconds that one picture may take. */
  timeLimit?: number
  /** Milliseconds after which the unused process ends. */
  idleLimit?: number
}

interface Task {
  job: PictureJob
  resolve: (largest: number) => void
  reject: (error: Error) => void
}

const program = path.join(import.meta.dirname, 'picture-process.ts')

/**
 * Decodes one picture at a time in a process of its own. libuv's thread pool, which hashes passwords, belongs to the whole
 * process, so a worker thread would not keep pictures off it. A decoder that crashes, hangs or grows takes only that
 * process with it, and it has none of the server's secrets in its environment.
 */
export class PictureQueue {
  readonly #settings: Required<Settings>
  readonly #waiting: Task[] = []
  #current: (Task & { by: ChildProcess }) | undefined
  #process: ChildProcess | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor({ maxWaiting = 8, timeLimit = 20_000, idleLimit = 60_000 }: Settings = {}) {
    this.#settings = { maxWaiting, timeLimit, idleLimit }
  }

  /** The process that works on pictures now. */
  get pid(): number | undefined {
    return this.#process?.pid
  }

  /** @returns the largest width. @throws NotAPicture, PicturesBusy */
  async run(job: PictureJob): Promise<number> {
    if (this.#closed || this.#waiting.length >= this.#settings.maxWaiting) throw new PicturesBusy()
    return new Promise<number>((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject })
      this.#next()
    })
  }

  /** Refuses what is waiting, ends the process and resolves once it has exited. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    for (const task of this.#waiting.splice(0)) task.reject(new PicturesBusy())
    const running = this.#current?.by ?? this.#process
    if (running?.pid === undefined || running.exitCode !== null || running.signalCode !== null) return
    await new Promise((resolve) => {
      running.once('exit', resolve)
      running.kill('SIGKILL')
    })
  }

  #next(): void {
    if (this.#current) return
    clearTimeout(this.#timer)
    const task = this.#waiting.shift()
    if (!task) {
      this.#timer = setTimeout(() => this.#stop(this.#process), this.#settings.idleLimit).unref()
      return
    }
    const by = (this.#process ??= this.#start())
    this.#current = { ...task, by }
    this.#timer = setTimeout(() => this.#stop(by), this.#settings.timeLimit)
    by.send(task.job, (error) => error && this.#stop(by))
  }

  #start(): ChildProcess {
    const started = fork(program, [], {
      env: { UV_THREADPOOL_SIZE: '2' },
      execArgv: ['--max-old-space-size=128'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    started.unref()
    started.channel?.unref()
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only picture-process.ts sends here
    started.on('message', (message) => this.#settle(started, message as PictureOutcome))
    started.on('exit', () => this.#exited(started))
    // Without a pid the process never started, and there is no exit to wait for.
    started.on('error', () => started.pid === undefined && this.#exited(started))
    return started
  }

  /** Its task ends with the exit, when nothing writes into the task's folder any more. */
  #stop(running: ChildProcess | undefined): void {
    if (this.#process === running) this.#process = undefined
    running?.kill('SIGKILL')
  }

  #exited(ended: ChildProcess): void {
    if (this.#process === ended) this.#process = undefined
    const unavailable = this.#closed || ended.pid === undefined
    this.#finish(ended, (task) =>
      task.reject(unavailable ? new PicturesBusy() : new NotAPicture('the decoder crashed or took too long')),
    )
  }

  #settle(by: ChildProcess, outcome: PictureOutcome): void {
    this.#finish(by, (task) => {
      if ('largest' in outcome) task.resolve(outcome.largest)
      else if ('refused' in outcome) task.reject(new NotAPicture(outcome.refused))
      else task.reject(Object.assign(new Error(`picture process: ${outcome.failed}`), { code: outcome.code }))
    })
  }

  #finish(by: ChildProcess, settle: (task: Task) => void): void {
    const task = this.#current
    if (task?.by !== by) return
    this.#current = undefined
    settle(task)
    this.#next()
  }
}
