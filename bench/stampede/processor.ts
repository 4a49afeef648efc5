import os from 'node:os'

const total = () => {
  const times = os.cpus().map(({ times: each }) => each)
  const sum = (of: (each: (typeof times)[number]) => number) => times.reduce((all, each) => all + of(each), 0)
  return { idle: sum(({ idle }) => idle), all: sum((each) => Object.values(each).reduce((a, b) => a + b, 0)) }
}

/** The share of the time of one core. */
const isFull = 0.85

/**
 * Says what the processor did during some work: how much of a core the server took, this generator, and everything else, which
 * is the database if the machine does nothing else.
 */
export async function watchProcessor<T>(usage: () => Promise<{ cpuMs: number }>, work: () => Promise<T>) {
  const [server, own, machine, started] = [await usage(), process.cpuUsage(), total(), performance.now()]
  const result = await work()
  const ms = performance.now() - started
  const spent = process.cpuUsage(own)
  const shares = {
    server: ((await usage()).cpuMs - server.cpuMs) / ms,
    generator: (spent.user + spent.system) / 1_000 / ms,
    all: (1 - (total().idle - machine.idle) / (total().all - machine.all)) * os.cpus().length,
  }
  return { result, shares, bottleneck: bottleneckOf(shares) }
}

function bottleneckOf({ server, generator, all }: { server: number; generator: number; all: number }): string {
  if (server > isFull) return 'the event loop of the server'
  if (generator > isFull) return 'this generator'
  return all > isFull * os.cpus().length ? 'the cores of this machine' : 'none: waits, for the disk or by limits'
}
