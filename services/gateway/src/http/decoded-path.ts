/** Returns the decoded path of an address without its query, or undefined if it cannot be decoded. */
export function decodedPath(url: string): string | undefined {
  try {
    return decodeURIComponent(url.split('?', 1)[0]!)
  } catch {
    return undefined
  }
}
