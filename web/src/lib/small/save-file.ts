/** Saves data as a JSON file, as a download of the browser. */
export function saveJson(name: string, data: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Revoking right away could cancel the download.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
