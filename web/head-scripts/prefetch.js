// Prefetches the page's responses while its scripts are still loading. lib/api/prefetched.ts uses them.
;(() => {
  const meta = document.querySelector('meta[name="prefetched"]')
  let access = null
  let gateOpen = document.documentElement.dataset.gate === 'off'
  try {
    access = localStorage.getItem('access')
    gateOpen ||= localStorage.getItem('wtpu-authenticated') === 'true'
  } catch {
    // Storage is blocked, so the visitor cannot be signed in.
  }
  if (!meta || !gateOpen || (meta.dataset.member === 'true' && !access)) return
  const headers = { Accept: 'application/json', ...(access && { Authorization: `Bearer ${access}` }) }
  const responses = {}
  for (const path of meta.content.split(' ')) {
    responses[path] = fetch(path, { credentials: 'include', headers, signal: AbortSignal.timeout(60_000) })
    // The application repeats requests that fail here.
    responses[path].catch(() => undefined)
  }
  window.prefetched = { access, responses }
})()
