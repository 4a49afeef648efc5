// Updates the totals while the page can be seen. Without script, or in a sandboxed frame, they stay as they were sent.
const intervalMs = 15_000
const { totals: url } = document.body.dataset
const counts = new Intl.NumberFormat('en-US')

async function update() {
  if (document.hidden) return
  const response = await fetch(url, { credentials: 'omit' })
  if (response.status === 404) location.reload()
  if (!response.ok) return
  const { options, total_votes } = await response.json()
  for (const [index, { votes, percent }] of options.entries()) {
    const row = document.querySelectorAll('li')[index]
    row.querySelector('strong').textContent = `${Math.round(percent ?? 0)}%`
    row.querySelector('[data-votes]').textContent = counts.format(votes)
    row.querySelector('progress').value = percent ?? 0
  }
  document.querySelector('[data-total]').textContent =
    `${counts.format(total_votes)} ${total_votes === 1 ? 'vote' : 'votes'}`
}

setInterval(() => update().catch(() => undefined), intervalMs)
document.addEventListener('visibilitychange', () => update().catch(() => undefined))
