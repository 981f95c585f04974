import { figure, median, report } from '@hissa/testing-helpers/bench'
import { root, startHissa, type Hissa } from '@hissa/testing-driver/product'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SECOND_STARTS = 3

interface Boot {
  firstS: number
  secondS: number[]
  residentMb: number
  packages: number
}

/** The commit to compare with: `npm run bench boot -- --base=<commit>`. */
const base = process.env['BENCH_BASE']
const now = await measure()
const before = base ? await measure(base) : undefined
report(root, 'boot', 'as npm start chooses', [
  compared('boot.firstS', [now.firstS], before?.firstS, 's', 'about npm ci'),
  compared('boot.secondS', now.secondS, before && median(before.secondS), 's', '< 10'),
  compared('boot.packages', [now.packages], before?.packages, 'packages', 'no test tools'),
  compared('boot.rssMb', [now.residentMb], before?.residentMb, 'MB', '< 1000'),
])

/** A figure beside that of the base; smaller is better, so the ratio is the base's over ours. */
function compared(id: string, rounds: number[], peerValue: number | undefined, unit: string, goal: string) {
  const own = figure(id, rounds, unit, goal)
  if (peerValue === undefined) return own
  return { ...own, peer: `${base}`, peerValue, ratio: peerValue / own.value }
}

/** Seconds until `npm start` says ready, first in a fresh clone with nothing installed, then again; packages and memory. */
async function measure(commit?: string): Promise<Boot> {
  const clone = await mkdtemp(join(tmpdir(), 'hissa-boot-'))
  try {
    execFileSync('git', ['clone', '--quiet', root, clone])
    if (commit) execFileSync('git', ['checkout', '--quiet', commit], { cwd: clone })
    const env = { HISSA_DATA: join(clone, '.data') }
    console.log(`${commit ?? 'now'}: first start: installing, building, engines, sample data`)
    const first = await timed({ cwd: clone, env })
    const code = await first.hissa.stop()
    if (code !== 0) throw new Error(`the first start ended with ${code}:\n${first.hissa.output()}`)
    const secondS: number[] = []
    let residentMb = 0
    for (let round = 1; round <= SECOND_STARTS; round += 1) {
      console.log(`${commit ?? 'now'}: second start ${round} of ${SECOND_STARTS}`)
      const { hissa, tookS } = await timed({ cwd: clone, env })
      secondS.push(tookS)
      residentMb = Math.max(residentMb, residentOf(hissa.pid))
      await hissa.stop()
    }
    return { firstS: first.tookS, secondS, residentMb, packages: installedPackages(clone) }
  } finally {
    await rm(clone, { recursive: true, force: true })
  }
}

/** Packages of others that npm has installed. */
function installedPackages(clone: string): number {
  const list = readFileSync(join(clone, 'node_modules', '.package-lock.json'), 'utf8')
  const { packages } = JSON.parse(list) as { packages: Record<string, { link?: boolean }> }
  return Object.entries(packages).filter(([path, { link }]) => path.startsWith('node_modules/') && !link).length
}

async function timed(options: { cwd: string; env: Record<string, string> }): Promise<{ hissa: Hissa; tookS: number }> {
  const startedAt = performance.now()
  const hissa = await startHissa({ ...options, keepData: true })
  return { hissa, tookS: (performance.now() - startedAt) / 1000 }
}

/** Resident memory of a process and all that it started, in MB; pages they share are counted for each. */
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
    // It ended while we looked.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}
