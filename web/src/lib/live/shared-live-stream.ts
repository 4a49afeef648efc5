import { openStream, type Listener } from './live-stream.ts'

/** `ask` is sent by a new tab to request the state. The leader, the tab with the stream, sends the other messages. */
type Message =
  | { kind: 'invalidation'; path: string }
  | { kind: 'counts'; text: string }
  | { kind: 'news' }
  | { kind: 'own'; path: string }
  | { kind: 'release'; name: string }
  | { kind: 'state'; connected: boolean }
  | { kind: 'ask' }

/** Renamed when messages change, so that a tab with an older version of the site is not the leader of newer ones. */
const name = 'wtpu-live-own'

/** The leader repeats its state with each ping. After this long without a message, a tab assumes the stream is lost. */
const silenceMs = 40_000

/**
 * Opens one live stream for all tabs of this browser, because HTTP/1.1 browsers allow only six connections per origin. A
 * Web Lock elects the leader, which opens the stream and broadcasts its events to the others. Closes while the page waits behind
 * another one for the Back button, because browsers keep no page with a stream, a channel or a lock. Returns a stop function.
 */
export function openSharedStream(url: string, listener: Listener): () => void {
  let close = join(url, listener)
  const onHide = () => {
    close()
    listener.onState(false)
  }
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) close = join(url, listener)
  }
  window.addEventListener('pagehide', onHide)
  window.addEventListener('pageshow', onShow)
  return () => {
    window.removeEventListener('pagehide', onHide)
    window.removeEventListener('pageshow', onShow)
    close()
  }
}

function join(url: string, listener: Listener): () => void {
  // Old browsers and plain HTTP lack these APIs. There, each tab opens its own stream.
  if (typeof BroadcastChannel === 'undefined' || !navigator.locks) return openStream(url, listener)
  const channel = new BroadcastChannel(name)
  const stopFollowing = followLeader(channel, listener)
  const stop = new AbortController()
  const lead = async () => {
    // The lock may be granted just after `stop` was called.
    if (stop.signal.aborted) return
    stopFollowing()
    const stopLeading = leadStream(url, channel, listener)
    await new Promise<void>((done) => {
      stop.signal.addEventListener('abort', () => {
        stopLeading()
        done()
      })
    })
  }
  // This tab keeps the lock until it closes. The browser then grants it to the next tab.
  navigator.locks.request(name, { signal: stop.signal }, lead).catch(() => undefined)
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

function followLeader(
  channel: BroadcastChannel,
  { onInvalidation, onCounts, onRelease, onNews, onOwn, onState }: Listener,
): () => void {
  let silence: ReturnType<typeof setTimeout> | undefined
  const onMessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'ask') return
    clearTimeout(silence)
    silence = setTimeout(() => onState(false), silenceMs)
    if (data.kind === 'invalidation') onInvalidation(data.path)
    else if (data.kind === 'counts') onCounts(data.text)
    else if (data.kind === 'news') onNews()
    else if (data.kind === 'own') onOwn(data.path)
    else if (data.kind === 'release') onRelease(data.name)
    else onState(data.connected, true)
  }
  channel.addEventListener('message', onMessage)
  broadcast(channel, { kind: 'ask' })
  return () => {
    clearTimeout(silence)
    channel.removeEventListener('message', onMessage)
  }
}

function leadStream(
  url: string,
  channel: BroadcastChannel,
  { onInvalidation, onCounts, onTicket, onRelease, onNews, onOwn, onState }: Listener,
): () => void {
  let connected = false
  let release: string | undefined
  const broadcastState = () => broadcast(channel, { kind: 'state', connected })
  // A new leader is not connected yet, whatever state the previous leader reported.
  onState(false)
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind !== 'ask') return
    broadcastState()
    if (release) broadcast(channel, { kind: 'release', name: release })
  })
  const leader: Listener = {
    onInvalidation: (path) => {
      onInvalidation(path)
      broadcast(channel, { kind: 'invalidation', path })
    },
    onCounts: (text) => {
      onCounts(text)
      broadcast(channel, { kind: 'counts', text })
    },
    // Only the tab with the stream identifies it.
    onTicket,
    onRelease: (next) => {
      release = next
      onRelease(next)
      broadcast(channel, { kind: 'release', name: next })
    },
    onNews: () => {
      onNews()
      broadcast(channel, { kind: 'news' })
    },
    onOwn: (path) => {
      onOwn(path)
      broadcast(channel, { kind: 'own', path })
    },
    onState: (next, missedInvalidations) => {
      connected = next
      onState(next, missedInvalidations)
      broadcastState()
    },
  }
  return openStream(url, leader, broadcastState)
}
