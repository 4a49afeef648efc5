import { oldCountsSeconds, replaySeconds } from '@wtpu/contract/live'

/** The server sends a `ping` every 15 s, so a stream that is silent for this long is considered broken. */
const silenceMs = 40_000
const firstDelayMs = 5000
/** After a restart that takes some seconds, every browser is connected again within half a minute. */
const maxDelayMs = 15_000
const minDelayMs = 500
/** Shorter than the server's window, because the page's data may be older than the page. */
const coveredPageAgeMs = (replaySeconds - oldCountsSeconds) * 1000

/**
 * Called when the stream connects or breaks. `missedInvalidations`, when it connects: something that this page shows may have become
 * stale without an invalidation. That is false after the first connection of a page that was opened a moment ago, because the server
 * repeats its latest invalidations.
 */
export type OnState = (connected: boolean, missedInvalidations?: boolean) => void

export interface Listener {
  onInvalidation: (path: string) => void
  /** Called with the text of an event `counts`. */
  onCounts: (text: string) => void
  /** Called with the ticket that connects the stream with the viewer, see `identifyStream` in the contract. */
  onTicket: (ticket: string) => void
  /** Called with the name of the server's release. */
  onRelease: (name: string) => void
  /** The viewer's notifications have changed. */
  onNews: () => void
  /** What only the viewer sees under this path has changed, perhaps on another device. */
  onOwn: (path: string) => void
  onState: OnState
}

/**
 * Opens an event stream and reconnects with back-off when it breaks, becomes silent, or is rejected because the server has
 * too many (429, 503). Returns a close function.
 */
export function openStream(
  url: string,
  { onInvalidation, onCounts, onTicket, onRelease, onNews, onOwn, onState }: Listener,
  onAlive = () => {},
): () => void {
  let source: EventSource | undefined
  let delayMs = firstDelayMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let isFirst = true

  const reconnect = () => {
    isFirst = false
    source?.close()
    onState(false)
    clearTimeout(timer)
    // Random, so that the thousands of browsers that a restart disconnects do not reconnect together.
    timer = setTimeout(open, minDelayMs + Math.random() * (delayMs - minDelayMs))
    delayMs = Math.min(delayMs * 2, maxDelayMs)
  }
  const restartSilenceTimer = () => {
    clearTimeout(timer)
    timer = setTimeout(reconnect, silenceMs)
    onAlive()
  }
  function open() {
    source = new EventSource(url)
    clearTimeout(timer)
    timer = setTimeout(reconnect, silenceMs)
    source.addEventListener('open', () => {
      delayMs = firstDelayMs
      onState(true, !isFirst || performance.now() > coveredPageAgeMs)
      restartSilenceTimer()
    })
    source.addEventListener('ping', restartSilenceTimer)
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      restartSilenceTimer()
      onInvalidation(data)
    })
    source.addEventListener('counts', ({ data }: MessageEvent<string>) => {
      restartSilenceTimer()
      onCounts(data)
    })
    source.addEventListener('ticket', ({ data }: MessageEvent<string>) => onTicket(data))
    source.addEventListener('release', ({ data }: MessageEvent<string>) => onRelease(data))
    source.addEventListener('news', onNews)
    source.addEventListener('own', ({ data }: MessageEvent<string>) => onOwn(data))
    // Replaces the browser's own reconnect, which has no back-off and stops after an HTTP error.
    source.addEventListener('error', reconnect)
  }

  open()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}
