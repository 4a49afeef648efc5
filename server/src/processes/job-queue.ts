import { type ChildProcess, fork } from 'node:child_process'

export interface JobSettings {
  /** The file that runs in the process and calls `serveJobs`. */
  program: string
  /** The sentence for people about a job that took too long or too much memory, or whose process crashed. */
  tooDemanding?: string
  /** Maximum number of jobs that wait behind the one in progress. */
  maxWaiting?: number
  /** Maximum milliseconds per job. */
  timeLimit?: number
  /** Milliseconds after which the idle process is stopped. */
  idleLimit?: number
  /** Limit of the process's heap. */
  heapMegabytes?: number
}

/** The message that the process responds with. */
export type JobOutcome<Result> = { done: Result } | { rejected: string } | { failed: string; code?: string }

/** The job cannot be done. The message is a sentence for people; some programs leave it empty. */
export class JobRejected extends Error {}

/** Too many jobs are waiting, or the server is stopping. */
export class JobsBusy extends Error {}

interface Task<Job, Result> {
  job: Job
  resolve: (result: Result) => void
  reject: (error: Error) => void
}

/**
 * Runs one job at a time in a separate process. A worker thread would share libuv's thread pool, which also hashes
 * passwords. If the job crashes, hangs or uses too much memory, only that process ends. Its environment contains none
 * of the server's secrets.
 */
export class JobQueue<Job extends object, Result> {
  readonly #settings: Required<JobSettings>
  readonly #waiting: Task<Job, Result>[] = []
  #current: (Task<Job, Result> & { by: ChildProcess }) | undefined
  #process: ChildProcess | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor({
    program,
    tooDemanding = 'The job took too long or too much memory.',
    maxWaiting = 8,
    timeLimit = 20_000,
    idleLimit = 60_000,
    heapMegabytes = 128,
  }: JobSettings) {
    this.#settings = { program, tooDemanding, maxWaiting, timeLimit, idleLimit, heapMegabytes }
  }

  /** The current process, if one is running. */
  get pid(): number | undefined {
    return this.#process?.pid
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** @throws JobRejected, JobsBusy */
  async run(job: Job): Promise<Result> {
    if (this.#closed || this.#waiting.length >= this.#settings.maxWaiting) throw new JobsBusy()
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject })
      this.#next()
    })
  }

  /** Rejects waiting tasks, stops the process and resolves once it has exited. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    for (const task of this.#waiting.splice(0)) task.reject(new JobsBusy())
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
    const started = fork(this.#settings.program, [], {
      env: { UV_THREADPOOL_SIZE: '2' },
      execArgv: [`--max-old-space-size=${this.#settings.heapMegabytes}`],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // Transfers buffers as bytes.
      serialization: 'advanced',
    })
    started.unref()
    started.channel?.unref()
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only serveJobs sends these messages
    started.on('message', (message) => this.#settle(started, message as JobOutcome<Result>))
    started.on('exit', () => this.#exited(started))
    // A process without a pid never started, so no exit event will follow.
    started.on('error', () => started.pid === undefined && this.#exited(started))
    return started
  }

  /** The task ends with the `exit` event, after which nothing writes to its folder. */
  #stop(running: ChildProcess | undefined): void {
    if (this.#process === running) this.#process = undefined
    running?.kill('SIGKILL')
  }

  #exited(ended: ChildProcess): void {
    if (this.#process === ended) this.#process = undefined
    const unavailable = this.#closed || ended.pid === undefined
    this.#finish(ended, (task) =>
      task.reject(unavailable ? new JobsBusy() : new JobRejected(this.#settings.tooDemanding)),
    )
  }

  #settle(by: ChildProcess, outcome: JobOutcome<Result>): void {
    this.#finish(by, (task) => {
      if ('done' in outcome) task.resolve(outcome.done)
      else if ('rejected' in outcome) task.reject(new JobRejected(outcome.rejected))
      else task.reject(Object.assign(new Error(`process of jobs: ${outcome.failed}`), { code: outcome.code }))
    })
  }

  #finish(by: ChildProcess, settle: (task: Task<Job, Result>) => void): void {
    const task = this.#current
    if (task?.by !== by) return
    this.#current = undefined
    settle(task)
    this.#next()
  }
}
