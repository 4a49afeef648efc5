/** The server sends a `ping` every 15 s: a stream silent for longer than this is dead, whatever the browser thinks. */
const silenceMs = 40_000
const firstWaitMs = 1000
const longestWaitMs = 30_000

interface Listener {
  onHint: (path: string) => void
  onState: (connected: boolean) => void
  onAlive: () => void
}

/**
 * An event stream that is opened again after ever longer waits whenever it breaks, falls silent, or is refused because the
 * server has too many (429, 503). Returns the function that closes it.
 */
export function openStream(url: string, { onHint, onState, onAlive }: Listener): () => void {
  let source: EventSource | undefined
  let wait = firstWaitMs
  let timer: ReturnType<typeof setTimeout> | undefined

  const lost = () => {
    source?.close()
    onState(false)
    clearTimeout(timer)
    // At random within the second half of the wait: browsers that were cut off together do not come back together.
    timer = setTimeout(open, wait * (0.5 + Math.random() / 2))
    wait = Math.min(wait * 2, longestWaitMs)
  }
  const alive = () => {
    clearTimeout(timer)
    timer = setTimeout(lost, silenceMs)
    onAlive()
  }
  function open() {
    source = new EventSource(url)
    clearTimeout(timer)
    timer = setTimeout(lost, silenceMs)
    source.addEventListener('open', () => {
      wait = firstWaitMs
      onState(true)
      alive()
    })
    source.addEventListener('ping', alive)
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      alive()
      onHint(data)
    })
    // The browser itself reconnects without backing off and gives up on a refusal, so this replaces it.
    source.addEventListener('error', lost)
  }

  open()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}
