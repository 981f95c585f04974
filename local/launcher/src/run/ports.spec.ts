import { createServer } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { choosePort, choosePorts, isPortFree, publicPorts } from './ports.js'

const allFree = () => Promise.resolve(true)
const busy =
  (...ports: number[]) =>
  (port: number) =>
    Promise.resolve(!ports.includes(port))

describe('choosePort', () => {
  it('returns the default without a note when it is free', async () => {
    expect(await choosePort(publicPorts.app, undefined, new Set(), allFree)).toEqual({ port: 8080 })
  })

  it('replaces a busy default with the next free port, and notes it', async () => {
    const chosen = await choosePort(publicPorts.app, undefined, new Set(), busy(8080, 8081))
    expect(chosen.port).toBe(8082)
    expect(chosen.note).toMatch(/8080 is busy.*8082.*PORT/)
  })

  it('lets CHAIN_PORT move the chain, whose default is 8545', async () => {
    expect(await choosePort(publicPorts.chain, undefined, new Set(), busy(8545))).toMatchObject({ port: 8546 })
    expect(await choosePort(publicPorts.chain, '9545', new Set(), allFree)).toEqual({ port: 9545 })
    await expect(choosePort(publicPorts.chain, '9545', new Set(), busy(9545))).rejects.toThrow(/9545.*busy.*CHAIN_PORT/)
  })

  it('rejects a busy port that was requested, naming the variable', async () => {
    await expect(choosePort(publicPorts.smtp, '9000', new Set(), busy(9000))).rejects.toThrow(/9000.*busy.*SMTP_PORT/)
  })

  it.each(['abc', '0', '-1', '70000', '80.5'])('rejects %s, which is not a port', async (asked) => {
    await expect(choosePort(publicPorts.app, asked, new Set(), allFree)).rejects.toThrow(/no port/)
  })
})

describe('choosePorts', () => {
  it('never assigns one port to two parts: a requested port takes precedence over a default', async () => {
    const { ports, notes } = await choosePorts({ PAYMENTS_PORT: '8080' }, allFree)
    expect(ports.payments).toBe(8080)
    expect(ports.app).toBe(8081)
    expect(notes).toHaveLength(1)
  })
})

describe('isPortFree', () => {
  it('detects a listener on the loopback', async () => {
    const server = createServer()
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
    })
    expect(await isPortFree(port)).toBe(false)
    await new Promise((resolve) => server.close(resolve))
    expect(await isPortFree(port)).toBe(true)
  })
})
