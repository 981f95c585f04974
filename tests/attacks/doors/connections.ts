import { once } from 'node:events'
import { connect } from 'node:net'
import type { Hissa } from '@hissa/testing-driver/product'
import type { Metrics } from '../support/metrics.js'

const TRICKLE_EVERY_MS = 1_000
const GIVE_UP_MS = 180_000
const START = 'POST /api/orders/preview HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'

/** Measures the lifetime of a connection that sends its headers, or its body, one byte per second. */
export async function verifyConnections(metrics: Metrics, hissa: Hissa): Promise<void> {
  await Promise.all([
    metrics.measure('connections.slowHeaders', 's', 8, () => livesFor(hissa.url, START, 'x-filler: ')),
    metrics.measure('connections.slowBody', 's', 125, () =>
      livesFor(hissa.url, `${START}content-length: 90000\r\n\r\n{"a":"`, ''),
    ),
  ])
}

async function livesFor(url: string, first: string, before: string): Promise<number> {
  const { hostname, port } = new URL(url)
  const startedAt = performance.now()
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined).resume()
  socket.write(first + before)
  const trickle = setInterval(() => socket.write('x'), TRICKLE_EVERY_MS)
  const tooLong = setTimeout(() => socket.destroy(), GIVE_UP_MS)
  await once(socket, 'close')
  clearInterval(trickle)
  clearTimeout(tooLong)
  return (performance.now() - startedAt) / 1_000
}
