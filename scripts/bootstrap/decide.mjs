// The decisions and messages of the bootstrap, as pure functions: no files, no processes.
import { createHash } from 'node:crypto'

const oldestMajor = 20
const majorOf = (version) => Number(version.split('.')[0])

/** Returns what a person must do before this machine can run the project, or null if nothing. */
export function whyUnsupported({ nodeVersion, platform }) {
  if (platform === 'win32') return onWindows
  if (majorOf(nodeVersion) >= oldestMajor) return null
  return [
    `Hissa needs Node ${oldestMajor} or newer; this is ${nodeVersion}.`,
    'Install the current LTS release (https://nodejs.org, or: nvm install 24), then run the command again.',
  ].join('\n')
}

const onWindows = [
  "Hissa doesn't run on Windows itself, but in WSL 2, the Linux of Windows:",
  '  1. In PowerShell: wsl --install -d Ubuntu',
  '  2. In the Ubuntu window: sudo apt-get update && sudo apt-get install -y git npm nodejs (Node 20 or newer)',
  '  3. Clone the project into the home folder of Ubuntu and run the command again there.',
  'With Docker Desktop, this runs the same platform: docker compose up',
].join('\n')

/**
 * Chooses the Node that runs the project: the pinned one, or the running one if the pinned one has no release.
 * @param pinned `version` from the lockfile; `isInstalled`, whether its program exists; it needs glibc on Linux
 * @returns {{ use: 'pinned'
 * 'running' }
 * { problem: string }}
 */
export function chooseNode({ pinned, running, platform, arch, libc }) {
  if (pinned.isInstalled && libc !== 'musl') return { use: 'pinned' }
  const needed = majorOf(pinned.version)
  if (majorOf(running) >= needed) return { use: 'running' }
  const system = [platform, arch, libc === 'musl' && libc].filter(Boolean).join('-')
  return {
    problem: [
      `Node ${pinned.version}, which npm installs with the dependencies, isn't available for ${system}; this is ${running}.`,
      `Install Node ${needed} or newer (https://nodejs.org, or: nvm install ${needed}), then run the command again.`,
      'If the network failed during the installation, remove node_modules first.',
    ].join('\n'),
  }
}

/** Returns the two marks of a finished installation from this lockfile: with and without development tools. */
export function stampsOf(lock) {
  const complete = createHash('sha256').update(lock).digest('hex')
  return { complete, withoutTools: `${complete} without tools` }
}

/**
 * Decides what an installation needs.
 * @param stamp the mark of the last finished installation; empty after an interrupted one
 * @param holds returns whether all packages are installed that a command with, or without, tools needs
 * @returns 'nothing', 'stamp' (only the mark is missing), 'add-tools' or 'install'
 */
export function planInstallation({ stamp, stamps, withTools, holds }) {
  if (stamp === stamps.complete || (!withTools && stamp === stamps.withoutTools)) return 'nothing'
  if (holds(withTools)) return 'stamp'
  return withTools && stamp === stamps.withoutTools ? 'add-tools' : 'install'
}

/**
 * Returns whether a path of the lockfile is a package from the registry, including those in a workspace's own folder.
 */
const isPackage = (path) => /(^|\/)node_modules\//.test(path)

/** Returns whether a package of the lockfile is installed; without tools npm omits development packages. */
const isNeeded = (path, { dev }, withTools) => isPackage(path) && (withTools || !dev)

/** Returns the paths that npm installs on this system. */
export function wantedPackages(packages, withTools, system) {
  const isElsewhere = ([path, entry]) => isPackage(path) && !isFor(entry, system)
  const others = Object.entries(packages).filter(isElsewhere)
  return Object.entries(packages)
    .filter(([path, entry]) => isNeeded(path, entry, withTools) && !entry.link)
    .filter(([path]) => !others.some(([other]) => path === other || path.startsWith(`${other}/`)))
    .map(([path]) => path)
}

const isFor = ({ os, cpu, libc }, { platform, arch, libc: ours }) =>
  (!os || os.includes(platform)) && (!cpu || cpu.includes(arch)) && (!libc || !ours || libc.includes(ours))

/**
 * Returns whether npm's record (`packages` of node_modules/.package-lock.json) contains every package that is not
 * optional.
 */
export function recordHolds(record, packages, withTools) {
  return Object.entries(packages)
    .filter(([path, entry]) => isNeeded(path, entry, withTools) && !entry.optional)
    .every(([path, { version }]) => record?.[path] && record[path].version === version)
}

const offlineCodes =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED)$/
const certificateCodes = /CERT|UNABLE_TO_(GET|VERIFY)/
const shownLines = 6

/** Returns the message for a person when npm fails, from its output. */
export function explainFailure(output) {
  const code = /npm error code (\S+)/i.exec(output)?.[1] ?? /\b(ENOSPC)\b/.exec(output)?.[1] ?? ''
  const registry = /request to (https?:\/\/[^/\s]+)/.exec(output)?.[1] ?? 'the package registry'
  if (code === 'ENOSPC')
    return 'The disk is full: the dependencies could not be installed. Free some space and start again.'
  if (/spawn npm ENOENT/.test(output))
    return 'npm was not found. It comes with Node (https://nodejs.org); Debian has it as the package npm.'
  if (offlineCodes.test(code)) return waysOut(`${registry} can't be reached (${code})`, offlineWays)
  if (certificateCodes.test(code))
    return waysOut(`the certificate of ${registry} isn't trusted (${code})`, certificateWays)
  const errors = output.split('\n').filter((line) => /npm error/i.test(line) && !/complete log/i.test(line))
  return `The dependencies could not be installed:\n${errors.slice(0, shownLines).join('\n') || output.trim()}`
}

const waysOut = (reason, ways) =>
  `The dependencies could not be installed: ${reason}.\nOne of these helps:\n${ways.map((way) => `  - ${way}`).join('\n')}`

const offlineWays = [
  'connect this machine to the network and start again',
  'name a proxy or a mirror: npm config set proxy <address>, or npm config set registry <address>',
  'copy node_modules from a machine with the same system and package-lock.json; nothing is downloaded then',
]

const certificateWays = [
  'name the file with the certificate of your network: export NODE_EXTRA_CA_CERTS=<file>',
  'name a mirror whose certificate is trusted: npm config set registry <address>',
]
