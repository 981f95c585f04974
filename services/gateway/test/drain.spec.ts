import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { startGateway, type Harness } from './support.js'

const CONNECTIONS = 24
// Paths served by the gateway itself, by a service, as pages, and by the user pool's process.
const PATHS = ['/healthz', '/api/properties?limit=2', '/about-nothing', '/idp/', '/config.json']

interface Load {
  answers: number
  /** Why the connection ended: only an announced close is correct. */
  end: string
  failures: string[]
}

/** Reads whole responses one after the other: each head, and as many body bytes as it announces. */
function answersOf(socket: Socket) {
  let bytes = Buffer.alloc(0)
  let closed = false
  socket.on('data', (chunk: Buffer) => (bytes = Buffer.concat([bytes, chunk])))
  socket.on('close', () => (closed = true))
  return async () => {
    for (;;) {
      const bodyAt = bytes.indexOf('\r\n\r\n') + 4
      const head = bytes.subarray(0, bodyAt).toString().toLowerCase()
      const length = /content-length: (\d+)/.exec(head)?.[1]
      const endAt = length ? bodyAt + Number(length) : bytes.indexOf('0\r\n\r\n', bodyAt) + 5
      if (bodyAt > 4 && endAt > bodyAt && bytes.length >= endAt) {
        const body = bytes.subarray(bodyAt, endAt).toString()
        bytes = bytes.subarray(endAt)
        return { status: Number(head.slice(9, 12)), head, body }
      }
      if (closed) throw new Error('closed without an answer')
      await Promise.race([once(socket, 'data'), once(socket, 'close')])
    }
  }
}

/** Sends requests one after the other on one connection until a response announces the close. */
async function load(port: number, path: string, began: () => void): Promise<Load> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  const result: Load = { answers: 0, end: 'open', failures: [] }
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', (error) => result.failures.push(error.message))
  const nextAnswer = answersOf(socket)
  await once(socket, 'connect')
  while (result.end === 'open') {
    socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`)
    try {
      const { status, head, body } = await nextAnswer()
      result.answers += 1
      if (result.answers === 3) began()
      if (status !== 200) result.failures.push(`${status} ${body}`)
      if (head.includes('\r\nconnection: close')) result.end = 'announced'
    } catch (error) {
      result.end = (error as Error).message
    }
  }
  await closed
  return result
}

describe('a gateway that receives SIGTERM', () => {
  let gateway: Harness

  beforeAll(async () => {
    gateway = await startGateway({ RATE_LIMIT_READS_PER_MINUTE: '1000000' })
  })
  afterAll(() => gateway.stop())

  it('responds to every request on connections under load and announces the end of each', async () => {
    const loads: Promise<Load>[] = []
    const starts = Array.from(
      { length: CONNECTIONS },
      (_, index) => new Promise<void>((began) => loads.push(load(gateway.port, PATHS[index % PATHS.length]!, began))),
    )
    await Promise.all(starts)
    const drained = gateway.drain()
    expect(await gateway.unhealthy()).toEqual(['draining'])
    const results = await Promise.all(loads)
    await drained
    expect(results.flatMap(({ failures }) => failures)).toEqual([])
    expect(results.map(({ end }) => end)).toEqual(Array.from({ length: CONNECTIONS }, () => 'announced'))
    await expect(fetch(`${gateway.baseUrl}/healthz`)).rejects.toThrow()
  })

  it('first waits until load balancers have noticed that it is not ready', async () => {
    const delayMs = 1_000
    const waiting = await startGateway({ DRAIN_DELAY_MS: String(delayMs) })
    const begunMs = performance.now()
    const drained = waiting.drain()
    expect(await waiting.unhealthy()).toEqual(['draining'])
    await drained
    // No client is connected, so nothing else takes time; a timer may fire early by less than a millisecond.
    expect(performance.now() - begunMs).toBeGreaterThanOrEqual(delayMs - 1)
    await waiting.stop()
  })
})
