// Requests the page's first data while its scripts are still loading; lib/api/early-data.ts hands the replies on. A file
// of its own, because the content security policy allows no inline script.
;(() => {
  const meta = document.querySelector('meta[name="early-data"]')
  let access = null
  let passed = document.documentElement.dataset.gate === 'off'
  try {
    access = localStorage.getItem('access')
    passed ||= localStorage.getItem('wtpu-authenticated') === 'true'
  } catch {
    // Without storage nobody is signed in.
  }
  if (!meta || !passed || (meta.dataset.member === 'true' && !access)) return
  const headers = { Accept: 'application/json', ...(access && { Authorization: `Bearer ${access}` }) }
  const replies = {}
  for (const path of meta.content.split(' ')) {
    replies[path] = fetch(path, { credentials: 'include', headers, signal: AbortSignal.timeout(60_000) })
    // The application asks again for what failed here.
    replies[path].catch(() => undefined)
  }
  window.earlyData = { access, replies }
})()
