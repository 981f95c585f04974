import { execFile } from 'node:child_process'
import { access, mkdir, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Detects a missing network quickly. */
const FEW_RETRIES = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::https::Timeout=20']

/** NATS and Redis, with the libraries that a minimal Debian or Ubuntu lacks. */
export const debianPackages = ['nats-server', 'redis-server', 'redis-tools', 'liblzf1', 'libjemalloc2']

/** Reads the `KEY=value` lines of an os-release file; quotes are removed. */
export function parseOsRelease(text: string): Record<string, string> {
  const entries = text.split('\n').flatMap((line) => {
    const match = /^([A-Z_]+)=(.*)$/.exec(line.trim())
    return match ? [[match[1] ?? '', (match[2] ?? '').replace(/^(["'])(.*)\1$/, '$2')] as const] : []
  })
  return Object.fromEntries(entries)
}

/** Returns whether an os-release text describes Debian, Ubuntu or a derivative. */
export function isDebianLike(text: string): boolean {
  const { ID = '', ID_LIKE = '' } = parseOsRelease(text)
  return [ID, ...ID_LIKE.split(' ')].some((id) => id === 'debian' || id === 'ubuntu')
}

/** One file in the output of `apt-get download --print-uris`. */
export interface PackageFile {
  file: string
  sizeBytes: number
}

/** Parses the output of `apt-get download --print-uris`: `'uri' file size hash` per line; ignores other lines. */
export function parsePrintUris(text: string): PackageFile[] {
  return text.split('\n').flatMap((line) => {
    const match = /^'[^']+' (\S+\.deb) (\d+)( \S+)?$/.exec(line.trim())
    return match ? [{ file: match[1] ?? '', sizeBytes: Number(match[2]) }] : []
  })
}

/**
 * Returns options that give apt-get separate lists and caches, so that neither root nor the system's lists are needed.
 */
export function privateAptOptions(dir: string): string[] {
  const values = {
    'Dir::State': join(dir, 'state'),
    'Dir::State::status': '/var/lib/dpkg/status',
    'Dir::Cache': join(dir, 'cache'),
    'Debug::NoLocking': '1',
    'APT::Sandbox::User': '',
  }
  return Object.entries(values).flatMap(([key, value]) => ['-o', `${key}=${value}`])
}

/** Returns whether this machine can unpack Debian packages. */
export async function hasDebianTools(): Promise<boolean> {
  try {
    const release = await readFile('/etc/os-release', 'utf8')
    await Promise.all([access('/usr/bin/apt-get'), access('/usr/bin/dpkg')])
    return isDebianLike(release)
  } catch {
    return false // no os-release or no apt: another system, for which the caller has other ways
  }
}

/** Debian packages that are unpacked together. */
interface Bundle {
  /** Name of its folder. */
  folder: string
  /** What it is, for people. */
  label: string
  /** Returns the names of its packages, with these options for apt-get. */
  packages: (options: string[]) => Promise<readonly string[]>
}

const ENGINES: Bundle = { folder: 'debian', label: 'NATS and Redis', packages: async () => debianPackages }

/** The programs that read texts aloud, with whatever packages of theirs this system lacks. */
const SPEECH: Bundle = {
  folder: 'debian-speech',
  label: 'the programs that read texts aloud',
  packages: async (options) => {
    const install = ['-s', '--no-install-recommends', 'install', 'espeak-ng', 'lame']
    const { stdout } = await run('apt-get', [...options, '-o', 'Debug::NoLocking=1', ...install], { env: process.env })
    return parseInstalls(stdout)
  },
}

/** The programs that check and run alert rules and their routes; of its own libraries each needs only the C library. */
const ALERTING: Bundle = {
  folder: 'debian-prometheus',
  label: 'promtool and amtool',
  packages: async () => ['prometheus', 'prometheus-alertmanager'],
}

/** Returns the names of the packages in the output of a simulated installation. */
export const parseInstalls = (text: string): string[] => [...text.matchAll(/^Inst (\S+) /gm)].map(([, name]) => name!)

/** Returns the folder of the unpacked programs that read texts aloud; it may not exist. */
export const speechFolder = (enginesDir: string): string => join(enginesDir, SPEECH.folder)

/**
 * Downloads the packages of NATS and Redis and unpacks them into `enginesDir/debian`, without installing them or
 * starting a service. Returns that folder, immediately if it exists.
 * @throws Error with apt's own message when the packages can't be downloaded
 */
export const unpackDebianEngines = (enginesDir: string, say: (line: string) => void): Promise<string> =>
  unpack(ENGINES, enginesDir, say)

/** Does the same for the programs that read texts aloud, in `speechFolder`. Errors: see `unpackDebianEngines`. */
export const unpackSpeech = (enginesDir: string, say: (line: string) => void): Promise<string> =>
  unpack(SPEECH, enginesDir, say)

/**
 * Unpacks the packages of Prometheus and its Alertmanager and returns the folder of `promtool` and `amtool`. Errors: see
 * `unpackDebianEngines`.
 */
export const unpackAlertTools = async (enginesDir: string, say: (line: string) => void): Promise<string> =>
  join(await unpack(ALERTING, enginesDir, say), 'usr', 'bin')

async function unpack(bundle: Bundle, enginesDir: string, say: (line: string) => void): Promise<string> {
  const target = join(enginesDir, bundle.folder)
  if (
    await access(target).then(
      () => true,
      () => false,
    )
  )
    return target
  await mkdir(enginesDir, { recursive: true })
  const work = await mkdtemp(join(enginesDir, '.unpack-'))
  try {
    await download(bundle, work, say)
    const unpacked = join(work, 'root')
    const packages = (await readdir(work)).filter((file) => file.endsWith('.deb'))
    for (const file of packages) await run('dpkg', ['-x', join(work, file), unpacked])
    await rename(unpacked, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error // a concurrent start was first
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return target
}

async function download(bundle: Bundle, work: string, say: (line: string) => void): Promise<void> {
  const own = privateAptOptions(join(work, 'apt'))
  await mkdir(join(work, 'apt', 'state', 'lists', 'partial'), { recursive: true })
  await mkdir(join(work, 'apt', 'cache', 'archives', 'partial'), { recursive: true })
  const attempt = async (options: string[]) => {
    const packages = await bundle.packages(options)
    const { stdout } = await run('apt-get', [...options, 'download', '--print-uris', ...packages], {
      cwd: work,
      env: process.env,
    })
    const bytes = parsePrintUris(stdout).reduce((sum, file) => sum + file.sizeBytes, 0)
    say(`downloading ${bundle.label}, ${(bytes / 1e6).toFixed(1)} MB of ${packages.length} Debian packages`)
    await run('apt-get', [...FEW_RETRIES, ...options, '-qq', 'download', ...packages], {
      cwd: work,
      env: process.env,
    })
  }
  try {
    await attempt(['-o', 'APT::Sandbox::User='])
  } catch {
    say('reading the package lists of Debian (once)')
    // Third-party sources may fail: only our packages need to be found.
    const update = await run('apt-get', [...FEW_RETRIES, ...own, '-qq', 'update'], { env: process.env }).then(
      () => '',
      aptReason,
    )
    await attempt(own).catch((error: unknown) => {
      throw new Error([update, aptReason(error)].filter(Boolean).join('; '))
    })
  }
}

/** Returns apt's own message: its `E:` lines, else the first line of the error. */
export function aptReason(error: unknown): string {
  const { stderr = '', message = '' } = error as { stderr?: string; message?: string }
  const lines = stderr.split('\n').flatMap((line) => /^E: (.+)$/.exec(line.trim())?.[1] ?? [])
  return lines.slice(0, 2).join('; ') || (message.split('\n')[0] ?? '')
}

/** Returns the environment in which the unpacked programs find their unpacked libraries. */
export async function debianEnv(dir: string): Promise<Record<string, string>> {
  const lib = join(dir, 'usr', 'lib')
  const triplets = (await readdir(lib)).filter((name) => /-linux-gnu/.test(name))
  return { LD_LIBRARY_PATH: triplets.map((name) => join(lib, name)).join(':') }
}
