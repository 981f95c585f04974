import { randomInt } from 'node:crypto'
import { connect, createServer } from 'node:net'

const probeTimeoutMs = 1000
// Below the system's ephemeral ports: an outgoing connection or another engine could take one of those before the
// engine listens, or while it is restarted.
const FIRST_PORT = 20_000
const LAST_PORT = 32_000
const given = new Set<number>()

/** Returns a free loopback port that this process has not returned before. */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST_PORT, LAST_PORT)
  if (given.has(port) || !(await canListen(port))) return freePort()
  given.add(port)
  return port
}

/** Returns different free ports. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) ports.push(await freePort())
  return ports
}

function canListen(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((done) => {
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })
}

/** Returns whether a loopback port accepts connections now. */
export function isListening(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host })
    const finish = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(probeTimeoutMs, () => finish(false))
    socket.once('connect', () => finish(true))
    socket.once('error', () => finish(false))
  })
}

/**
 * Waits until a port accepts connections or its process has exited.
 * @throws Error with the engine's name and its last lines of output, after `timeoutMs` or at its exit
 */
export async function waitForPort(
  engine: { name: string; port: number; host?: string; exited: Promise<number>; lastLines: () => string },
  timeoutMs: number,
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  let exitCode: number | undefined
  void engine.exited.then((code) => {
    exitCode = code
  })
  while (!(await isListening(engine.port, engine.host))) {
    if (exitCode !== undefined) throw new Error(`${engine.name} ended with code ${exitCode}: ${engine.lastLines()}`)
    if (performance.now() > deadline) throw new Error(`${engine.name} is not ready after ${timeoutMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
