import { createServer } from 'node:net'
import { UserError } from './user-error.js'

/** A port that users or other programs refer to. */
export interface PublicPort {
  name: string
  /** The environment variable that changes it. */
  variable: string
  defaultPort: number
}

export const publicPorts = {
  app: { name: 'the app', variable: 'PORT', defaultPort: 8080 },
  mail: { name: 'the mail page', variable: 'MAIL_PORT', defaultPort: 8025 },
  smtp: { name: 'SMTP', variable: 'SMTP_PORT', defaultPort: 8026 },
  payments: { name: 'the payments sandbox', variable: 'PAYMENTS_PORT', defaultPort: 8090 },
  bank: { name: 'the bank sandbox', variable: 'BANK_PORT', defaultPort: 8095 },
  chain: { name: 'the chain', variable: 'CHAIN_PORT', defaultPort: 8545 },
} as const satisfies Record<string, PublicPort>

export type PortName = keyof typeof publicPorts
export type Ports = Record<PortName, number>

const highestPort = 65_535
const tries = 50

/**
 * Chooses the port of one part: the one requested by variable, otherwise the default or the next free port after it.
 * @param isFree whether nothing listens on a port; not called for ports in `taken`
 * @throws UserError when the requested port is not a port, or busy
 */
export async function choosePort(
  { name, variable, defaultPort }: PublicPort,
  asked: string | undefined,
  taken: ReadonlySet<number>,
  isFree: (port: number) => Promise<boolean>,
): Promise<{ port: number; note?: string }> {
  const free = async (port: number) => !taken.has(port) && (await isFree(port))
  if (asked) {
    const port = Number(asked)
    if (!Number.isInteger(port) || port < 1 || port > highestPort)
      throw new UserError(`${variable}=${asked} is no port.`)
    if (await free(port)) return { port }
    throw new UserError(
      `Port ${port} for ${name} is busy (${variable}=${asked}). Stop what uses it, or choose another.`,
    )
  }
  for (let port = defaultPort; port < defaultPort + tries; port += 1) {
    if (!(await free(port))) continue
    return port === defaultPort
      ? { port }
      : { port, note: `Port ${defaultPort} is busy: ${name} takes ${port} (${variable} chooses another)` }
  }
  throw new UserError(`No port from ${defaultPort} on is free for ${name}. Choose one with ${variable}.`)
}

/** Chooses all public ports in order, without duplicates. */
export async function choosePorts(
  env: Readonly<Record<string, string | undefined>>,
  isFree: (port: number) => Promise<boolean>,
): Promise<{ ports: Ports; notes: string[] }> {
  const ports: Partial<Ports> = {}
  const notes: string[] = []
  // Requested ports come first, so that a replaced default does not take one.
  const names = (Object.keys(publicPorts) as PortName[]).sort(
    (a, b) => Number(isAsked(env, b)) - Number(isAsked(env, a)),
  )
  for (const key of names) {
    const wanted = publicPorts[key]
    const chosen = await choosePort(wanted, env[wanted.variable], new Set(Object.values(ports)), isFree)
    ports[key] = chosen.port
    if (chosen.note) notes.push(chosen.note)
  }
  return { ports: ports as Ports, notes }
}

const isAsked = (env: Readonly<Record<string, string | undefined>>, key: PortName) =>
  Boolean(env[publicPorts[key].variable])

/** Returns whether this port can be listened on, on every address and on the loopback. */
export async function isPortFree(port: number): Promise<boolean> {
  for (const host of ['0.0.0.0', '127.0.0.1', '::1']) {
    if (!(await canListen(port, host))) return false
  }
  return true
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    // A machine without IPv6 has no ::1, so its error does not mean busy.
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'EADDRINUSE' && code !== 'EACCES'))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}
