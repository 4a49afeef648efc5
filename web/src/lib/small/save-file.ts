/** Saves data as a JSON file, as a download of the browser. */
export const saveJson = (name: string, data: unknown) =>
  saveText(name, JSON.stringify(data, null, 2), 'application/json')

export function saveText(name: string, text: string, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Revoking right away could cancel the download.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
