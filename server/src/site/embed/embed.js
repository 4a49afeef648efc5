// Tells the page around the frame how high the frame must be to show everything.
new ResizeObserver(() => {
  parent.postMessage({ type: 'embed-height', height: document.documentElement.offsetHeight }, '*')
}).observe(document.documentElement)

// Browsers ignore `autofocus` in frames of other sites.
if (document.hasFocus()) document.querySelector('[autofocus]')?.focus()

// Updates the totals of an open poll while the page can be seen. Without script, or in a sandboxed frame, they stay as they were sent.
const intervalMs = 15_000
const { totals: url } = document.body.dataset
const voteCount = (votes) => `${votes.toLocaleString('en-US')} ${votes === 1 ? 'vote' : 'votes'}`

async function update() {
  if (document.hidden) return
  const response = await fetch(url, { credentials: 'omit' })
  if (response.status === 404) location.reload()
  if (!response.ok) return
  const { options, total_votes, method } = await response.json()
  for (const row of document.querySelectorAll('li')) {
    const { votes, percent } = options[row.dataset.option]
    row.querySelector('strong').textContent = percent === null ? '' : `${percent}%`
    row.querySelector('[data-votes]').textContent = voteCount(votes)
    row.querySelector('progress').value = total_votes === 0 ? 0 : (100 * votes) / total_votes
    row.className = percent !== null && options.every((other) => other.votes <= votes) ? 'lead' : ''
  }
  document.querySelector('[data-total]').textContent = voteCount(total_votes)
  document.querySelector('[data-method]').textContent = method.sentence
}

if (url) {
  setInterval(() => update().catch(() => undefined), intervalMs)
  document.addEventListener('visibilitychange', () => update().catch(() => undefined))
}
