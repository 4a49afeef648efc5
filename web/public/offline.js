// Opens the page once the server can be reached.
const open = () =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    () => location.reload(),
    () => undefined,
  )
addEventListener('online', open)
setInterval(open, 5_000)
