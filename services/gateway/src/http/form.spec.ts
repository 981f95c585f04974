import { describe, expect, it } from '@jest/globals'
import { BODY_TOO_LARGE } from '@hissa/contracts/http'
import { problemFor } from '@hissa/kernel'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fromClient } from './form.js'

const consume = async (source: AsyncIterable<unknown>) => {
  for await (const _ of source);
}

describe('fromClient', () => {
  it('maps the end of a connection within the body to BAD_REQUEST', async () => {
    const server = createServer()
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const client = request({ host: '127.0.0.1', port, method: 'POST', headers: { 'content-length': '100' } })
    client.on('error', () => undefined)
    client.write('a')
    const [received] = (await once(server, 'request')) as [AsyncIterable<unknown>]
    client.destroy()
    await expect(consume(fromClient(received))).rejects.toMatchObject({ code: 'BAD_REQUEST', status: 400 })
    server.close()
  })

  it('keeps a refusal and the status of a parser limit', async () => {
    const failing = async function* (error: Error) {
      yield 1
      throw error
    }
    const refusal = problemFor(BODY_TOO_LARGE, 'too large')
    await expect(consume(fromClient(failing(refusal)))).rejects.toBe(refusal)
    const limit = Object.assign(new Error('reach files limit'), { statusCode: 413 })
    await expect(consume(fromClient(failing(limit)))).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' })
  })

  it('does not map a failure of its consumer', async () => {
    const read = async () => {
      for await (const _ of fromClient([1] as never)) throw new Error('the disk is full')
    }
    await expect(read()).rejects.toThrow('the disk is full')
  })
})
