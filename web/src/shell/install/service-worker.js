// Keeps the site's shell and an offline page. It never answers a call of the API, so it cannot show stale data of a person.
// `vite-service-worker.ts` fills in the version and the files.
const cacheName = 'shell-__VERSION__'
const shell = __SHELL__
const offlinePage = '/offline.html'

self.addEventListener('install', (event) => {
  // Pages of an older version go on: the server still has their files, whose names contain hashes.
  void self.skipWaiting()
  // Files without a hash in their name may be those of another version in the browser's own cache.
  const files = shell.map((url) => (url.startsWith('/assets/') ? url : new Request(url, { cache: 'reload' })))
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(files)))
})

self.addEventListener('activate', (event) => event.waitUntil(activate()))

async function activate() {
  const old = (await caches.keys()).filter((name) => name !== cacheName)
  await Promise.all(old.map((name) => caches.delete(name)))
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(openPage(event))
  else if (shell.includes(url.pathname)) event.respondWith(readShell(request, url.pathname))
})

async function openPage({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return (await caches.match(offlinePage)) ?? Response.error()
  }
}

async function readShell(request, path) {
  const cache = await caches.open(cacheName)
  return (await cache.match(path)) ?? fetch(request)
}

// Pushed notifications. The site encrypted the text for this browser alone.
self.addEventListener('push', (event) => {
  const {
    title = location.host,
    body = '',
    icon = '/icon-192.png',
    url = '/notifications',
    tag,
    timestamp,
  } = readPush(event.data)
  const options = { body, tag, timestamp, icon, data: { url } }
  event.waitUntil(self.registration.showNotification(title, options))
})

function readPush(data) {
  try {
    return data?.json() ?? {}
  } catch {
    return {}
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openContent(event.notification.data?.url))
})

/** Shows a page of this site, in a tab that is open if there is one. Other sites are never opened. */
async function openContent(address = '/notifications') {
  const url = new URL(address, location.origin)
  if (url.origin !== location.origin) return
  const [tab] = await self.clients.matchAll({ type: 'window' })
  const shown = await tab?.navigate(url).catch(() => null)
  await (shown ? shown.focus() : self.clients.openWindow(url))
}
