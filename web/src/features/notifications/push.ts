import { subscribeToPush, unsubscribeFromPush } from '@wtpu/contract/notifications/settings'
import { call } from '#lib/api/api.ts'

/** `blocked`: the user has told the browser never to show notifications of this site. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on'

// Browsers and connections without push lack some of these.
const browser = () => navigator as { serviceWorker?: ServiceWorkerContainer }

const findRegistration = async () =>
  'PushManager' in window && 'Notification' in window ? browser().serviceWorker?.getRegistration() : undefined

export async function readPushState(): Promise<PushState> {
  const registration = await findRegistration()
  if (!registration) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return (await registration.pushManager.getSubscription()) ? 'on' : 'off'
}

/** Asks the user, so call it after a click only. Rejects if the browser or the server refuses. */
export async function turnOnPush(key: string): Promise<void> {
  const registration = await findRegistration()
  if (!registration || (await Notification.requestPermission()) !== 'granted') return
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  await call(subscribeToPush, {
    body: { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } },
  })
}

export async function turnOffPush(): Promise<void> {
  const registration = await findRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return
  await call(unsubscribeFromPush, { body: { endpoint: subscription.endpoint } })
  await subscription.unsubscribe()
}
