import { figure, median, report } from '@hissa/testing-helpers/bench'
import { root, startHissa, type Hissa } from '@hissa/testing-driver/product'
import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { base, cloneOf, commitOf, environmentOf, FIRST_START_WITHIN_MS, clearNpmVariables } from './trees.js'

const SECOND_STARTS = 3
const TICKS_PER_SECOND = 100
const CHILD_USER_TIME_FIELD = 15

/** A clone of one commit, and the figures of its starts. */
interface Tree {
  name: string
  dir: string
  firstS: number
  firstCpuS: number
  secondS: number[]
  residentMb: number
  packages: number
}

clearNpmVariables()
const commits = [...(base ? [commitOf(base)] : []), commitOf('HEAD')]
const trees: Tree[] = []
try {
  for (const commit of commits) trees.push(await treeOf(commit))
  for (const tree of trees) await startFirst(tree)
  // Alternating, so that both run under the same load.
  for (let round = 1; round <= SECOND_STARTS; round += 1) for (const tree of trees) await startAgain(tree, round)
} finally {
  await Promise.all(trees.map(({ dir }) => rm(dir, { recursive: true, force: true })))
}
const now = trees.at(-1)!
const before = base ? trees[0] : undefined
report(root, 'boot', 'as npm start chooses', [
  compared('boot.firstS', [now.firstS], before?.firstS, 's', 'about npm ci'),
  compared('boot.firstCpuS', [now.firstCpuS], before?.firstCpuS, 's', 'reported'),
  compared('boot.secondS', now.secondS, before && median(before.secondS), 's', '< 10'),
  compared('boot.packages', [now.packages], before?.packages, 'packages', 'no test tools'),
  compared('boot.rssMb', [now.residentMb], before?.residentMb, 'MB', '< 1000'),
])

/** Reports a figure beside that of the base; smaller is better, so the ratio is base divided by ours. */
function compared(id: string, rounds: number[], peerValue: number | undefined, unit: string, goal: string) {
  const own = figure(id, rounds, unit, goal)
  if (peerValue === undefined) return own
  return { ...own, peer: before!.name, peerValue, ratio: peerValue / own.value }
}

async function treeOf(commit: string): Promise<Tree> {
  const dir = await cloneOf(commit)
  return { name: commit, dir, firstS: 0, firstCpuS: 0, secondS: [], residentMb: 0, packages: 0 }
}

/** Measures a newcomer's start: nothing is installed, built or cached, and there is no data. */
async function startFirst(tree: Tree): Promise<void> {
  console.log(`${tree.name}: first start: installing, building, engines, sample data`)
  const cpuBeforeS = childCpuS()
  const { hissa, tookS } = await timed(tree)
  const code = await hissa.stop()
  if (code !== 0) throw new Error(`the first start of ${tree.name} ended with ${code}:\n${hissa.output()}`)
  tree.firstS = tookS
  tree.firstCpuS = childCpuS() - cpuBeforeS
  tree.packages = installedPackages(tree.dir)
  const cpu = `${tree.firstCpuS.toFixed(1)} s of processor time`
  console.log(`${tree.name}: ready after ${tookS.toFixed(1)} s, ${cpu}, ${tree.packages} packages`)
}

async function startAgain(tree: Tree, round: number): Promise<void> {
  const { hissa, tookS } = await timed(tree)
  tree.secondS.push(tookS)
  const residentMb = residentOf(hissa.pid)
  tree.residentMb = Math.max(tree.residentMb, residentMb)
  await hissa.stop()
  const figures = `ready after ${tookS.toFixed(1)} s, ${residentMb.toFixed(0)} MB`
  console.log(`${tree.name}: second start ${round} of ${SECOND_STARTS}: ${figures}`)
}

/** Counts installed third-party packages, including those inside a workspace. */
function installedPackages(dir: string): number {
  const list = readFileSync(join(dir, 'node_modules', '.package-lock.json'), 'utf8')
  const { packages } = JSON.parse(list) as { packages: Record<string, { link?: boolean }> }
  return Object.entries(packages).filter(([path, { link }]) => /(^|\/)node_modules\//.test(path) && !link).length
}

async function timed({ dir }: Tree): Promise<{ hissa: Hissa; tookS: number }> {
  const startedAt = performance.now()
  const options = {
    cwd: dir,
    env: { ...environmentOf(dir), SAMPLE_DATA: 'full' },
    keepData: true,
    readyWithinMs: FIRST_START_WITHIN_MS,
  }
  const hissa = await startHissa(options)
  return { hissa, tookS: (performance.now() - startedAt) / 1000 }
}

/**
 * Returns the processor time of all exited children and their descendants, in seconds (proc(5): `cutime`, `cstime`).
 */
function childCpuS(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(' ')
  const [user, system] = fields.slice(CHILD_USER_TIME_FIELD).map(Number)
  return (user! + system!) / TICKS_PER_SECOND
}

/** Returns the resident memory of a process and its descendants, in MB; shared pages count for each process. */
function residentOf(pid: number): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(statusOf)
  const family = new Set([pid])
  for (let grown = true; grown;) {
    const before = family.size
    for (const { id, parent } of processes) if (family.has(parent)) family.add(id)
    grown = family.size > before
  }
  return processes.filter(({ id }) => family.has(id)).reduce((sum, { residentKb }) => sum + residentKb, 0) / 1000
}

function statusOf(id: string): { id: number; parent: number; residentKb: number }[] {
  try {
    const status = readFileSync(`/proc/${id}/status`, 'utf8')
    const number = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
    return [{ id: Number(id), parent: number('PPid'), residentKb: number('VmRSS') }]
  } catch (error) {
    // It exited during the count.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}
