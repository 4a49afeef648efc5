// What is not needed for the first paint waits for the style sheet: on a slow network, it would delay that by a second. It
// waits for 300 ms at most, because on such a network a response begins to arrive later anyway.
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
  // Which parts of the page's first content are for this viewer (index.html).
  document.documentElement.dataset.viewer = gateOpen ? (access ? 'member' : 'visitor') : 'gate'

  // The page dispatches it after the style sheet (vite-first-content.ts).
  addEventListener('styled', start)
  if (gateOpen) addEventListener('styled', passGate)
  setTimeout(start, 300)

  function start() {
    if (!window.prefetched) prefetch()
    const later = document.getElementById('later')
    later?.remove()
    if (later) document.head.append(later.content)
    // Nothing that is visible uses them yet.
    void document.fonts.load('1em Inter,"Source Serif 4"')
  }

  // The HTML has the gate, and the page for those who are past it.
  function passGate() {
    const past = document.getElementById('past')
    past?.previousElementSibling?.remove()
    past?.replaceWith(past.content)
  }

  // Requests the page's responses while its scripts are still loading. lib/api/prefetched.ts uses them.
  function prefetch() {
    const responses = {}
    window.prefetched = { access, responses }
    if (!meta || !gateOpen || (meta.dataset.member === 'true' && !access)) return
    const headers = { Accept: 'application/json', ...(access && { Authorization: `Bearer ${access}` }) }
    for (const path of meta.content.split(' ')) {
      responses[path] = fetch(path, { headers, signal: AbortSignal.timeout(60_000) })
      // The application repeats requests that fail here.
      responses[path].catch(() => undefined)
    }
  }
})()
