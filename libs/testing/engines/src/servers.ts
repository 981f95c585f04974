import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findProgram, describeProgram, type EngineName, type Program } from './find.js'
import { startGuarded, type Guarded } from './guarded.js'
import { natsConfig, type NatsUser } from '@hissa/messaging/nats-config'
import { waitForPort } from './ports.js'

const readyTimeoutMs = 60_000

/** An engine that this process has started. */
export interface Engine {
  name: 'MongoDB' | 'docstore' | 'NATS' | 'Redis' | 'anvil'
  /** Describes the selected engine to a person. */
  description: string
  port: number
  /** Process id, for signals (fault switches) and `run.json`. A function, because the guard reports it late. */
  pid(): number
  exited: Promise<number>
  stop(): Promise<void>
}

interface ServerOptions {
  enginesDir: string
  /** Folder of its state, configuration and log; created if missing. */
  dir: string
  port: number
  say: (line: string) => void
}

/**
 * Starts nats-server with JetStream on the loopback and waits until it accepts connections.
 * @throws EngineMissing, or Error with the server's last lines
 */
export async function startNats(
  options: ServerOptions & { users?: NatsUser[]; accounts?: Record<string, NatsUser[]> },
): Promise<Engine> {
  const program = await findProgram('nats-server', options.enginesDir, options.say)
  const host = program.source === 'docker' ? '0.0.0.0' : '127.0.0.1'
  const { dir, port, users, accounts } = options
  const config = natsConfig({ host, port, storeDir: dir, users, accounts })
  return startServer('NATS', 'nats-server', program, options, config, (file) => ['-c', file])
}

/**
 * Starts redis-server on the loopback and waits until it accepts connections.
 * @param options.persistent writes an append-only file; otherwise nothing is written
 * @throws EngineMissing, or Error with the server's last lines
 */
export async function startRedis(options: ServerOptions & { password?: string; persistent: boolean }): Promise<Engine> {
  const program = await findProgram('redis-server', options.enginesDir, options.say)
  const lines = [
    `bind ${program.source === 'docker' ? '0.0.0.0' : '127.0.0.1'}`,
    `port ${options.port}`,
    `dir ${redisQuoted(options.dir)}`,
    'save ""',
    `appendonly ${options.persistent ? 'yes' : 'no'}`,
    'maxmemory-policy noeviction', // required by BullMQ
    'protected-mode no', // Docker's network isn't the loopback; only the loopback port is published, and the password protects it
    ...(options.password ? [`requirepass ${options.password}`] : []),
  ]
  return startServer('Redis', 'redis-server', program, options, `${lines.join('\n')}\n`, (file) =>
    program.source === 'docker' ? ['redis-server', file] : [file],
  )
}

/** Quotes a value of Redis's configuration file. */
export const redisQuoted = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`

async function startServer(
  name: 'NATS' | 'Redis',
  engineName: EngineName,
  program: Program,
  { dir, port }: ServerOptions,
  config: string,
  argsFor: (configFile: string) => string[],
): Promise<Engine> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const configFile = join(dir, `${engineName}.conf`)
  await writeFile(configFile, config, { mode: 0o600 })
  const logFile = join(dir, `${engineName}.log`)
  const guarded =
    program.source === 'docker'
      ? startContainer(program.image, dir, port, argsFor(configFile), logFile)
      : startGuarded({ command: program.command, args: argsFor(configFile), env: program.env, logFile })
  const description = describeProgram(engineName, program)
  await waitForPort({ name, port, exited: guarded.exited, lastLines: guarded.lastLines }, readyTimeoutMs)
  return engineOf(name, description, port, guarded)
}

/** Mounts the folder under the same path, so that the configuration is the same inside and outside. */
function startContainer(image: string, dir: string, port: number, args: string[], logFile: string): Guarded {
  const name = `hissa-${port}`
  const user = `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`
  const publish = `127.0.0.1:${port}:${port}`
  const command = ['run', '--rm', '--name', name, '--user', user, '-p', publish, '-v', `${dir}:${dir}`, image, ...args]
  return startGuarded({ command: 'docker', args: command, logFile, onEnd: ['docker', 'rm', '-f', name] })
}

/** Returns the Engine of a guarded process. */
export function engineOf(name: Engine['name'], description: string, port: number, guarded: Guarded): Engine {
  return { name, description, port, pid: () => guarded.pid, exited: guarded.exited, stop: () => guarded.stop() }
}
