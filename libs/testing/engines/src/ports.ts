import { connect, createServer } from 'node:net'

const probeTimeoutMs = 1000

/** A TCP port on the loopback that nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Whether something accepts connections on this loopback port now. */
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
 * Waits until a port accepts connections or the process behind it is gone.
 * @throws Error naming the engine with the last lines it wrote, after `timeoutMs` or at its exit.
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
