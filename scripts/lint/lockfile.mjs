// Checks package-lock.json: packages with native binaries have one for every supported platform, with integrity; no
// registry address is recorded; and a start installs no package that only optional peers require.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Systems on which the dependencies must install; `libc` is null on systems with only one. */
export const supportedPlatforms = [
  { os: 'darwin', cpu: 'arm64', libc: null },
  { os: 'darwin', cpu: 'x64', libc: null },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'musl' },
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'x64', libc: 'musl' },
  { os: 'win32', cpu: 'x64', libc: null },
]

/** The program may also be on PATH, so the package needn't have a binary for every system. */
const alsoOnPath = ['@foundry-rs/anvil']
/** Tools of development of which the registry has only the binary for Linux on x64. */
const linuxOnly = ['@foundry-rs/forge']

const isInstalled = (path) => /(^|\/)node_modules\//.test(path)
const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Returns a sentence for each problem of a lockfile's `packages`; an empty list means that it installs everywhere. */
export function checkLockfile(packages) {
  return [
    ...Object.entries(packages).flatMap(([path, entry]) => entryProblems(path, entry)),
    ...Object.entries(packages).flatMap(([path, entry]) => nativeProblems(packages, path, entry)),
    ...toolsAtStart(packages).map((name) => `${name}: only optional peers ask for it; run node scripts/fix-lock.mjs`),
  ]
}

function entryProblems(path, { link, inBundle, integrity, resolved }) {
  if (!isInstalled(path) || link) return []
  return [
    ...(integrity || inBundle ? [] : [`${nameOf(path)}: no integrity hash`]),
    ...(resolved
      ? [`${nameOf(path)}: names the registry ${resolved}; omit-lockfile-registry-resolved leaves it out`]
      : []),
  ]
}

/**
 * Returns the problems of one package's optional dependencies: each must be listed for its own system, and every system
 * must have one.
 */
function nativeProblems(packages, path, { dev, optionalDependencies = {} }) {
  const name = nameOf(path)
  if (alsoOnPath.includes(name) || (dev && linuxOnly.includes(name))) return []
  const binaries = Object.keys(optionalDependencies).map((name) => ({
    name,
    entry: packages[locate(packages, path, name)],
  }))
  const missing = binaries
    .filter(({ entry }) => !entry)
    .map(({ name }) => `${name}: not in the lockfile (of ${nameOf(path)})`)
  const listed = binaries.filter(({ entry }) => entry)
  const misplaced = listed
    .filter(({ name, entry }) => !agreesWithName(name, entry))
    .map(({ name, entry }) => `${name}: is for ${[entry.os, entry.cpu].flat().join(' ')}, not for what its name says`)
  const isFamily = listed.filter(({ entry }) => entry.os && entry.cpu).length > 1
  const uncovered = !isFamily
    ? []
    : supportedPlatforms
        .filter((platform) => !listed.some(({ entry }) => entry.os && entry.cpu && runsOn(entry, platform)))
        .map(({ os, cpu, libc }) => `${nameOf(path)}: no binary for ${[os, cpu, libc].filter(Boolean).join('-')}`)
  return [...missing, ...misplaced, ...uncovered]
}

const systems = ['darwin', 'win32', 'android', 'freebsd']

/** Returns whether the system of an entry matches the name of its package (`@swc/core-darwin-arm64`). */
function agreesWithName(name, { os, cpu }) {
  const words = name.split(/[^a-z0-9]+/)
  const system =
    systems.find((word) => words.includes(word)) ?? (words.some((word) => /^linux/.test(word)) ? 'linux' : null)
  const processor = ['arm64', 'x64'].find((word) => words.includes(word))
  return (!system || Boolean(os?.includes(system))) && (!system || !processor || Boolean(cpu?.includes(processor)))
}

/** Returns whether a package of the lockfile is for this system. */
export function runsOn({ os: systemsOf, cpu: processors, libc: libraries }, { os, cpu, libc }) {
  const allows = (list, value) => !list || list.includes(value)
  return allows(systemsOf, os) && allows(processors, cpu) && (libc === null || allows(libraries, libc))
}

/** Returns the lockfile path that `name` resolves to from the package at `path`; undefined if there is none. */
function locate(packages, path, name) {
  for (let base = path; ; base = parentOf(base)) {
    const candidate = base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`
    if (packages[candidate]) return packages[candidate].link ? packages[candidate].resolved : candidate
    if (base === '') return undefined
  }
}

const parentOf = (path) => path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/')))

/** Returns the names of packages that a start would install only because of optional peers. */
function toolsAtStart(packages) {
  const named = Object.entries(packages).flatMap(([path, entry]) =>
    entry.dev ? [] : optionalPeers(entry).filter((name) => packages[locate(packages, path, name)]?.dev),
  )
  return [...new Set([...named, ...unneededAtStart(packages).map(nameOf)])]
}

/** Returns the paths that npm would install without development tools although only an optional peer requires them. */
function unneededAtStart(packages) {
  const needed = reachable(packages)
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => isInstalled(path) && !link && !dev && !needed.has(path))
    .map(([path]) => path)
}

/**
 * Removes, in place, the optional peers through which the product's packages would install development tools, and marks
 * those tools as such. Returns their paths. npm keeps both until it resolves these packages again.
 */
export function leaveOutTools(packages) {
  const paths = unneededAtStart(packages)
  for (const path of paths) {
    const { devOptional: _, peer: __, ...entry } = packages[path]
    packages[path] = { ...entry, dev: true }
  }
  for (const [path, entry] of Object.entries(packages)) {
    if (entry.dev) continue
    for (const name of optionalPeers(entry)) {
      if (packages[locate(packages, path, name)]?.dev) leaveOutPeer(entry, name)
    }
  }
  return paths
}

const optionalPeers = ({ peerDependencies = {}, peerDependenciesMeta = {} }) =>
  Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional)

function leaveOutPeer(entry, name) {
  for (const key of ['peerDependencies', 'peerDependenciesMeta']) {
    delete entry[key][name]
    if (Object.keys(entry[key]).length === 0) delete entry[key]
  }
}

/**
 * Returns the paths that the workspaces reach through dependencies and required peers, including intermediate packages.
 */
function reachable(packages) {
  const waiting = Object.keys(packages).filter((path) => !isInstalled(path))
  const found = new Set(waiting)
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const { dependencies, optionalDependencies, peerDependencies } = packages[path]
    const optional = optionalPeers(packages[path])
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
    for (const name of names.filter((one) => !optional.includes(one))) {
      const target = locate(packages, path, name)
      if (target === undefined || found.has(target)) continue
      found.add(target)
      waiting.push(target)
    }
  }
  return found
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'))
  const problems = checkLockfile(lock.packages)
  for (const problem of problems) console.error(problem)
  process.exit(problems.length > 0 ? 1 : 0)
}
