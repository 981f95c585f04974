/** Returns the SHA-256 of a file, or of text as UTF-8, in hexadecimal. Nothing is uploaded. */
export async function sha256Of(data: Blob | string): Promise<string> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : await data.arrayBuffer()
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
