import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { debianEnv, hasDebianTools, unpackDebianEngines } from './debian.js'

const run = promisify(execFile)

/** Where an engine comes from; `docker` means: run the image. */
export type Program =
  { source: 'path' | 'debian'; command: string; env: Record<string, string> } | { source: 'docker'; image: string }

/** No way to get an engine on this machine; the message lists the ways that exist. */
export class EngineMissing extends Error {}

/** The program's full path when it is on PATH (or in the folders for servers beside it), else null. */
export async function onPath(program: string, path = process.env['PATH'] ?? ''): Promise<string | null> {
  const folders = [...path.split(delimiter), '/usr/local/sbin', '/usr/sbin'].filter(Boolean)
  for (const folder of folders) {
    const candidate = join(folder, program)
    const found = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (found) return candidate
  }
  return null
}

const engines = {
  'nats-server': {
    label: 'NATS',
    variable: 'NATS_URL',
    debianPath: 'usr/sbin/nats-server',
    imageVariable: 'NATS_IMAGE',
    image: 'nats:2.10',
  },
  'redis-server': {
    label: 'Redis',
    variable: 'REDIS_URL',
    debianPath: 'usr/bin/redis-server',
    imageVariable: 'REDIS_IMAGE',
    image: 'redis:7',
  },
} as const

export type EngineName = keyof typeof engines

const dockerTimeoutMs = 5000
const hasDocker = () =>
  run('docker', ['info', '--format', '{{.ServerVersion}}'], { timeout: dockerTimeoutMs }).then(
    () => true,
    () => false,
  )

let unpacking: Promise<string> | undefined

/**
 * Finds NATS or Redis: on PATH, else Debian's package unpacked into `enginesDir`, else Docker.
 * @throws EngineMissing with the three ways to get it.
 */
export async function findProgram(name: EngineName, enginesDir: string, say: (line: string) => void): Promise<Program> {
  const engine = engines[name]
  const command = await onPath(name)
  if (command) return { source: 'path', command, env: {} }
  let reason = 'this is not Debian or Ubuntu'
  if (await hasDebianTools()) {
    try {
      unpacking ??= unpackDebianEngines(enginesDir, say) // both engines come in one download
      const dir = await unpacking
      return { source: 'debian', command: join(dir, engine.debianPath), env: await debianEnv(dir) }
    } catch (error) {
      unpacking = undefined
      reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    }
  }
  if (await hasDocker()) return { source: 'docker', image: process.env[engine.imageVariable] ?? engine.image }
  throw new EngineMissing(
    `${engine.label} was not found, and its package could not be fetched (${reason}). Three ways to get it: ` +
      `install ${name} so that it is on PATH; or start Docker; or set ${engine.variable} to a running server.`,
  )
}

/** One line that says which engine was taken. */
export function describeProgram(name: EngineName, program: Program): string {
  const { label } = engines[name]
  if (program.source === 'docker') return `${label} from Docker (${program.image})`
  return program.source === 'path' ? `${label} from PATH (${program.command})` : `${label} from Debian's package`
}
