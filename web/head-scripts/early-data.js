// Requests the page's first data while its scripts are still loading. lib/api/early-data.ts uses the replies.
;(() => {
  const meta = document.querySelector('meta[name="early-data"]')
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
  const replies = {}
  for (const path of meta.content.split(' ')) {
    replies[path] = fetch(path, { credentials: 'include', headers, signal: AbortSignal.timeout(60_000) })
    // The application repeats requests that fail here.
    replies[path].catch(() => undefined)
  }
  window.earlyData = { access, replies }
})()
