import { subscribeToPush, unsubscribeFromPush } from '@wtpu/contract/notifications/settings'
import { call } from '#lib/api/api.ts'

/** `blocked`: the user has told the browser never to show notifications of this site. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on'

// Browsers and connections without push lack some of these.
const browser = () => navigator as { serviceWorker?: ServiceWorkerContainer }

/** On a first visit, the site may not have registered its service worker yet. */
async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const { serviceWorker } = browser()
  if (!serviceWorker || !('PushManager' in window && 'Notification' in window)) return undefined
  return (await serviceWorker.getRegistration()) ?? serviceWorker.register('/sw.js')
}

/** Some of these calls fail in private windows and where storage is blocked. */
export async function readPushState(): Promise<PushState> {
  try {
    const registration = await findRegistration()
    if (!registration) return 'unsupported'
    if (Notification.permission === 'denied') return 'blocked'
    return (await registration.pushManager.getSubscription()) ? 'on' : 'off'
  } catch {
    return 'unsupported'
  }
}

/** Asks the user, so call it after a click only. Rejects if the browser or the server does. */
export async function turnOnPush(key: string): Promise<void> {
  const registration = await findRegistration()
  if (!registration || (await Notification.requestPermission()) !== 'granted') return
  await untilActive(registration)
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  await call(subscribeToPush, {
    body: { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } },
  })
}

/** Only an active service worker can subscribe. Rejects if it cannot be installed, for example because the disk is full. */
function untilActive({ installing, waiting, active }: ServiceWorkerRegistration): Promise<void> {
  const worker = active ?? waiting ?? installing
  return new Promise((resolve, reject) => {
    const look = () => {
      if (worker?.state === 'activated') resolve()
      else if (!worker || worker.state === 'redundant') reject(new Error('no service worker'))
    }
    worker?.addEventListener('statechange', look)
    look()
  })
}

export async function turnOffPush(): Promise<void> {
  const registration = await findRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return
  await call(unsubscribeFromPush, { body: { endpoint: subscription.endpoint } })
  await subscription.unsubscribe()
}
