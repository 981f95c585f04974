// `npm run bench raise` closes and fails raises of 1,000, 10,000 and 50,000 orders: the cost of an order and the memory
// must not grow with the raise. Then it kills the service again and again while a failed raise is refunded, and counts
// the refunds at the processor.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startNats, startOwnStore } from '@hissa/testing-engines/start'
import { figure, median, type Metric, report } from '@hissa/testing-helpers/bench'
import { type Cost, RaiseBench } from './raise-bench.js'

/** `BENCH_ORDERS=500,2000,5000` measures smaller raises, to try something out. */
const [SMALL, MIDDLE, LARGE] = (process.env['BENCH_ORDERS'] ?? '1000,10000,50000').split(',').map(Number) as [
  number,
  number,
  number,
]
/** Small raises before, and again after, the large ones. */
const SMALL_ROUNDS = 3
const KILLS = 8
const root = new URL('../../..', import.meta.url).pathname

/** The costs of one size, a round for each raise. */
type Rounds = Record<'close' | 'fail', Cost[]>

async function measure(bench: RaiseBench): Promise<Metric[]> {
  const rounds = new Map<number, Rounds>([SMALL, MIDDLE, LARGE].map((size) => [size, { close: [], fail: [] }]))
  const run = async (size: number) => {
    const { close, fail } = await bench.closeAndFail(size)
    rounds.get(size)!.close.push(close)
    rounds.get(size)!.fail.push(fail)
    const peak = `peak ${bench.peakMb().toFixed(0)} MB`
    console.log(`${size} orders: ${lineOf('close', close)}; ${lineOf('fail and refund', fail)}; ${peak}`)
  }
  // Compiles the code and fills the caches.
  await bench.closeAndFail(SMALL)
  // Small raises before and after the large ones, so that both meet the same load and the same full store.
  for (let n = 0; n < SMALL_ROUNDS; n += 1) await run(SMALL)
  await run(MIDDLE)
  await run(LARGE)
  for (let n = 0; n < SMALL_ROUNDS; n += 1) await run(SMALL)
  const rssMb = bench.peakMb()
  const { doubled, kills } = await bench.killWhileRefunding(MIDDLE / 2, KILLS)
  return [...figures(rounds), figure('raise.rssMb', [rssMb], 'MB', '< 300'), ...killFigures(doubled, kills)]
}

const lineOf = (name: string, { msPerOrder, cpuMsPerOrder }: Cost) =>
  `${name} ${msPerOrder.toFixed(2)} ms an order (${cpuMsPerOrder.toFixed(2)} ms of processor time)`

function figures(rounds: ReadonlyMap<number, Rounds>): Metric[] {
  const total = (size: number, pick: (cost: Cost) => number) => {
    const { close, fail } = rounds.get(size)!
    return close.map((cost, n) => pick(cost) + pick(fail[n]!))
  }
  const growth = (id: string, size: number, pick: (cost: Cost) => number) =>
    figure(
      id,
      total(size, pick).map((cost) => cost / median(total(SMALL, pick))),
      'times the cost of an order of 1,000',
      '<= 1.2',
    )
  const ms = ({ msPerOrder }: Cost) => msPerOrder
  const cpu = ({ cpuMsPerOrder }: Cost) => cpuMsPerOrder
  const perSecond = (kind: keyof Rounds) => rounds.get(LARGE)![kind].map((cost) => 1_000 / cost.msPerOrder)
  return [
    growth('raise.growth', LARGE, ms),
    growth('raise.growth10k', MIDDLE, ms),
    growth('raise.cpuGrowth', LARGE, cpu),
    figure('raise.closedPerS', perSecond('close'), 'orders/s', 'reported'),
    figure('raise.refundedPerS', perSecond('fail'), 'orders/s', 'reported'),
  ]
}

const killFigures = (doubled: number, kills: number): Metric[] => [
  { ...figure('raise.kills', [kills], 'kills', 'reported'), spread: 1 },
  { ...figure('raise.doubleRefunds', [doubled], 'payments', '0'), spread: 1 },
]

const dir = await mkdtemp(join(tmpdir(), 'hissa-bench-raise-'))
const enginesDir = process.env['HISSA_ENGINES'] ?? join(root, '.data', 'engines')
const say = (line: string) => console.log(line)
const store = await startOwnStore(root, join(dir, 'store'))
const nats = await startNats({ enginesDir, dir: join(dir, 'nats'), port: await freePort(), say })
const bench = await RaiseBench.start({ root, store, natsUrl: `nats://127.0.0.1:${nats.port}` })
try {
  report(root, 'raise', store.description, await measure(bench))
} finally {
  await bench.stop()
  await nats.stop()
  await store.stop()
  await rm(dir, { recursive: true, force: true })
}
