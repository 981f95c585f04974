import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { readChain } from './chain-state.js'

describe('readChain', () => {
  let server: Server
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  async function rpcThat(answers: (response: ServerResponse) => void): Promise<string> {
    server = createServer((_request, response) => answers(response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  it('returns the id, the last block and the address to show', async () => {
    const url = await rpcThat((response) => response.end('{"jsonrpc":"2.0","id":1,"result":"0x10"}'))
    const expected = { url: 'http://localhost:8545', isReachable: true, chainId: 16, blockNumber: 16 }
    expect(await readChain(url, 'http://localhost:8545')).toEqual(expected)
  })

  it.each([
    ['is an error', '{"error":{"message":"no"}}'],
    ['is not JSON', '<html>'],
    ['is not a quantity', '{"result":"latest"}'],
    ['is larger than any block', `{"result":"0x${'f'.repeat(64)}"}`],
    ['never ends', 'x'.repeat(20_000)],
  ])('is not reachable if the answer %s', async (_name, text) => {
    const url = await rpcThat((response) => response.end(text))
    expect(await readChain(url)).toEqual({ url, isReachable: false, chainId: null, blockNumber: null })
  })

  it('is not reachable if there is no answer within a second', async () => {
    const url = await rpcThat(() => undefined)
    expect(await readChain(url)).toMatchObject({ isReachable: false })
  })
})
