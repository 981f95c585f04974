/** Saves text as a file of the user's. `type` is its media type, such as `text/csv`. */
export function saveFile(name: string, text: string, type: string): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }))
}

/** Saves data as a file of the user's. */
export function saveBlob(name: string, data: Blob): void {
  const url = URL.createObjectURL(data)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
