import { openStream } from './live-stream.ts'

/** What the tab that holds the stream tells the others. */
type Message = { kind: 'hint'; path: string } | { kind: 'state'; connected: boolean } | { kind: 'ask' }

interface Listener {
  onHint: (path: string) => void
  onState: (connected: boolean) => void
}

/** The holder repeats its state at each sign of life; a tab that hears nothing this long believes it is gone. */
const silenceMs = 40_000

/**
 * The stream for all tabs of this browser: HTTP/1.1 allows six connections for all of them, so one tab holds it and
 * passes on what it hears. Returns the way to stop.
 */
export function openSharedStream(url: string, listener: Listener): () => void {
  // Without both of these (an old browser, plain http) each tab listens for itself.
  if (typeof BroadcastChannel === 'undefined' || !navigator.locks) return openStream(url, { ...listener, onAlive() {} })
  const channel = new BroadcastChannel('wtpu-live')
  const stopFollowing = followHolder(channel, listener)
  const stop = new AbortController()
  const turn = async () => {
    // The lock may be granted in the same moment in which it is no longer wanted.
    if (stop.signal.aborted) return
    stopFollowing()
    const stopHolding = holdStream(url, channel, listener)
    await new Promise<void>((done) => {
      stop.signal.addEventListener('abort', () => {
        stopHolding()
        done()
      })
    })
  }
  // The lock is held until this tab goes; the browser then hands it to the next one.
  navigator.locks.request('wtpu-live', { signal: stop.signal }, turn).catch(() => undefined)
  return () => {
    stop.abort()
    stopFollowing()
    channel.close()
  }
}

function broadcast(channel: BroadcastChannel, message: Message): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
  channel.postMessage(message)
}

function followHolder(channel: BroadcastChannel, { onHint, onState }: Listener): () => void {
  let silence: ReturnType<typeof setTimeout> | undefined
  const onMessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'ask') return
    clearTimeout(silence)
    silence = setTimeout(() => onState(false), silenceMs)
    if (data.kind === 'hint') onHint(data.path)
    else onState(data.connected)
  }
  channel.addEventListener('message', onMessage)
  broadcast(channel, { kind: 'ask' })
  return () => {
    clearTimeout(silence)
    channel.removeEventListener('message', onMessage)
  }
}

function holdStream(url: string, channel: BroadcastChannel, { onHint, onState }: Listener): () => void {
  let connected = false
  const broadcastState = () => broadcast(channel, { kind: 'state', connected })
  // A new leader has no stream yet, whatever the one before it last said.
  onState(false)
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'ask') broadcastState()
  })
  return openStream(url, {
    onHint: (path) => {
      onHint(path)
      broadcast(channel, { kind: 'hint', path })
    },
    onState: (next) => {
      connected = next
      onState(next)
      broadcastState()
    },
    onAlive: broadcastState,
  })
}
