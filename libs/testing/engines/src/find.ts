import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { debianEnv, hasDebianTools, unpackDebianEngines } from './debian.js'

const run = promisify(execFile)

/** Source of an engine's program; `docker` runs the image. */
export type Program =
  { source: 'path' | 'debian'; command: string; env: Record<string, string> } | { source: 'docker'; image: string }

/** Thrown when this machine has no way to run an engine; the message lists the alternatives. */
export class EngineMissing extends Error {}

/** Folders of server programs, which are often missing from a user's PATH. */
const serverFolders = ['/usr/local/sbin', '/usr/sbin']

/** Returns the program's full path if it is on PATH or in the `beside` folders, else null. */
export async function onPath(
  program: string,
  path = process.env['PATH'] ?? '',
  beside: readonly string[] = serverFolders,
): Promise<string | null> {
  const folders = [...path.split(delimiter), ...beside].filter(Boolean)
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
  run('docker', ['info', '--format', '{{.ServerVersion}}'], { timeout: dockerTimeoutMs, env: process.env }).then(
    () => true,
    () => false,
  )

let unpacking: Promise<string> | undefined

/**
 * Finds NATS or Redis: on PATH, else Debian's package unpacked into `enginesDir`, else Docker. Reports through `say`
 * when the download fails and Docker is used instead.
 * @throws EngineMissing with the three alternatives
 */
export async function findProgram(
  name: EngineName,
  enginesDir: string,
  say: (line: string) => void,
  beside = serverFolders,
): Promise<Program> {
  const engine = engines[name]
  const command = await onPath(name, process.env['PATH'], beside)
  if (command) return { source: 'path', command, env: {} }
  let failure = `${engine.label} is not on PATH, and this is not Debian or Ubuntu, whose package could be downloaded.`
  if (await hasDebianTools()) {
    try {
      unpacking ??= unpackDebianEngines(enginesDir, say) // one download contains both engines
      const dir = await unpacking
      return { source: 'debian', command: join(dir, engine.debianPath), env: await debianEnv(dir) }
    } catch (error) {
      unpacking = undefined
      const reason = (error as Error).message.split('\n')[0]?.replace(/\.$/, '')
      failure = `${engine.label} is not on PATH, and the download of its package failed: ${reason}.`
    }
  }
  if (await hasDocker()) {
    say(`${failure} Docker runs it instead`)
    return { source: 'docker', image: process.env[engine.imageVariable] ?? engine.image }
  }
  const ways = [
    `install ${name}, so that it is on PATH`,
    `set ${engine.variable} to the address of a running server`,
    'start Docker, which then runs the image',
  ]
  throw new EngineMissing(`${failure}\nOne of these helps:\n${ways.map((way) => `  - ${way}`).join('\n')}`)
}

/** Returns a line that names the selected engine. */
export function describeProgram(name: EngineName, program: Program): string {
  const { label } = engines[name]
  if (program.source === 'docker') return `${label} from Docker (${program.image})`
  return program.source === 'path' ? `${label} from PATH (${program.command})` : `${label} from Debian's package`
}
