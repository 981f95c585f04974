/** Returns the decoded path of an address without its query, or undefined if it cannot be decoded. */
export function decodedPath(url: string): string | undefined {
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
