import { connect } from 'node:net'

/**
 * Sends a GET with these `Host` headers, which `fetch` doesn't let its caller set, and further lines of the head.
 * Returns the status and the first part of the response, its head included.
 */
export async function getAs(
  url: string,
  hosts: readonly string[],
  more: readonly string[] = [],
): Promise<{ status: number; response: string }> {
  const { hostname, port, pathname } = new URL(url)
  const socket = connect(Number(port), hostname)
  const lines = [`GET ${pathname} HTTP/1.1`, ...hosts.map((host) => `host: ${host}`), ...more]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  let response = ''
  for await (const chunk of socket) {
    response += String(chunk)
    if (isComplete(response)) break
  }
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1]), response }
}

function isComplete(response: string): boolean {
  const [head, body] = response.split('\r\n\r\n', 2)
  const length = Number(/^content-length: (\d+)/im.exec(head!)?.[1] ?? 0)
  return body !== undefined && Buffer.byteLength(body) >= length
}
