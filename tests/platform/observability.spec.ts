import { hasDebianTools, onPath, unpackAlertTools } from '@hissa/testing-engines/start'
import { services } from '@hissa/messaging/bus'
import { describe, expect, it } from '@jest/globals'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { faultsOf, groupingOf, seriesOf } from './support/expressions.js'
import { readMetricsPage } from './support/metrics.js'
import {
  alerts,
  dependantsOf,
  expectations,
  inhibitions,
  lackOf,
  namesIn,
  notified,
  observability,
  read,
  recordings,
  withoutAbsent,
} from './support/rules.js'

const enginesDir = process.env['HISSA_ENGINES'] ?? join(import.meta.dirname, '../../.data/engines')
const guide = read('docs/guides/alerts.md')
const recorded = Object.fromEntries(recordings.map(({ record, labels }) => [record, Object.keys(labels ?? {})]))
const known = seriesOf(readMetricsPage(read('docs/reference/metrics.md')), recorded)

interface Board {
  title: string
  panels: { title: string; targets: { expr: string; legendFormat: string }[] }[]
}

const boards = readdirSync(join(observability, 'dashboards')).map(
  (file) => JSON.parse(readFileSync(join(observability, 'dashboards', file), 'utf8')) as Board,
)
const lines = boards.flatMap(({ title: board, panels }) =>
  panels.flatMap(({ title, targets }) => targets.map((target) => ({ name: `${board}, ${title}`, ...target }))),
)

/** Returns the folder of promtool and amtool; a reason if they can't be had here. */
async function findTools(): Promise<{ folder: string } | { reason: string }> {
  if ((await onPath('promtool')) && (await onPath('amtool'))) return { folder: '' }
  if (!(await hasDebianTools())) return { reason: 'promtool is not on PATH, and this is not Debian or Ubuntu' }
  return unpackAlertTools(enginesDir, () => undefined).then(
    (folder) => ({ folder }),
    (error: Error) => ({ reason: `the packages of promtool can’t be downloaded: ${error.message}` }),
  )
}

const tools = await findTools()
if ('reason' in tools) process.stderr.write(`alert rules on synthetic series: skipped, because ${tools.reason}\n`)
const withTools = 'reason' in tools ? describe.skip : describe
const run = (program: string, ...args: string[]) =>
  promisify(execFile)(join('folder' in tools ? tools.folder : '', program), args, { cwd: observability })

describe('an alert', () => {
  it.each(alerts)('$alert has a severity, a runbook, and series on which it fires and does not', (alert) => {
    expect(lackOf(alert, expectations, guide)).toEqual([])
  })

  it('without any of them is reported with what it lacks', () => {
    const bare = { alert: 'Nothing', expr: 'up', labels: {}, annotations: {} }
    expect(lackOf(bare, expectations, guide)).toHaveLength(5)
  })

  it.each(alerts)('$alert uses only metrics and labels that a service exports', ({ expr }) => {
    expect(faultsOf(expr, known)).toEqual([])
  })
})

describe('ServiceDown', () => {
  const { expr } = alerts.find(({ alert }) => alert === 'ServiceDown')!

  it('fires for every service, and the watcher of the bus, when none of its replicas is a target any more', () => {
    expect(withoutAbsent(expr, [...services, 'bus'])).toEqual([])
    expect([...expr.matchAll(/\babsent\(/g)]).toHaveLength(services.length + 1)
  })

  it('is reported to lack a service that was added without its clause', () => {
    expect(withoutAbsent(expr, [...services, 'added'])).toEqual(['added'])
  })
})

describe('an expression', () => {
  it.each(recordings.map(({ record, expr }) => ({ record, expr })))(
    'of $record has only exported metrics',
    ({ expr }) => {
      expect(faultsOf(expr, known)).toEqual([])
    },
  )

  it.each(lines)('of the dashboard $name has only exported metrics, and its legend only its labels', (line) => {
    expect(faultsOf(line.expr, known)).toEqual([])
    const legend = [...line.legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label)
    expect(legend.filter((label) => !groupingOf(line.expr).includes(label!))).toEqual([])
  })

  it.each([
    ['sum(rate(requests_total[5m]))', ['nothing exports requests_total']],
    ['outbox_unsent{kind="a"} > 0 and up', ['outbox_unsent has no label kind']],
    ['sum by (service, rute) (rate(http_request_duration_seconds_count[5m]))', ['no series has the label rute']],
    [
      'histogram_quantile(0.9, sum by (le) (rate(rpc_duration_seconds[5m])))',
      ['nothing exports rpc_duration_seconds', 'no series has the label le'],
    ],
    ['vector(1)', []],
    ['1 > 2', ['selects no series']],
  ])('%s is reported as it should be', (expr, faults) => {
    expect(faultsOf(expr, known)).toEqual(faults)
  })
})

describe('the notifications', () => {
  it('are inhibited from each cause to exactly the alerts that it lists as dependants', () => {
    const listed = alerts.flatMap((alert) => dependantsOf(alert).map((name) => `${alert.alert} > ${name}`))
    const inhibited = inhibitions.flatMap(({ source_matchers: sources, target_matchers: targets }) =>
      namesIn(sources).flatMap((source) => namesIn(targets).map((target) => `${source} > ${target}`)),
    )
    expect(inhibited.sort()).toEqual(listed.sort())
    const names = alerts.map(({ alert }) => alert)
    expect(alerts.flatMap(dependantsOf).filter((name) => !names.includes(name))).toEqual([])
  })

  it('name a lost engine, not what follows from it in the same service', () => {
    const lost = { alertname: 'EngineLost', service: 'investment', part: 'bus' }
    const other = { alertname: 'OutboxUnsent', service: 'kyc' }
    const money = { alertname: 'DistributionUnpaid' }
    const follow = ['OutboxUnsent', 'ErrorBudgetFast'].map((alertname) => ({ alertname, service: 'investment' }))
    expect(notified([lost, ...follow, other, money])).toEqual([lost, other, money])
    expect(notified(follow)).toEqual(follow)
  })

  it('name a node of the chain that is down, not the shares that wait for it', () => {
    const node = { alertname: 'ChainHeadOld' }
    const waiting = ['ChainTransactionOld', 'AllotmentsNotMinted', 'FreezesWaiting'].map((alertname) => ({ alertname }))
    expect(notified([...waiting, node])).toEqual([node])
    expect(notified(waiting)).toEqual(waiting.slice(0, 1))
  })

  it('name each halted role, whose own transactions only follow', () => {
    const halted = { alertname: 'ChainSignerHalted', role: 'issuer' }
    const [own, other] = ['issuer', 'anchor'].map((role) => ({ alertname: 'ChainTransactionOld', role }))
    expect(notified([halted, own!, other!])).toEqual([halted, other])
  })
})

withTools('the rules of Prometheus and the routes of Alertmanager', () => {
  it('fire on the synthetic series of their tests, and only where they should', async () => {
    const files = readdirSync(join(observability, 'tests')).map((file) => join('tests', file))
    const { stdout } = await run('promtool', 'test', 'rules', ...files)
    expect(stdout.match(/SUCCESS/g)).toHaveLength(files.length)
  })

  it('are accepted by promtool and amtool', async () => {
    await run('promtool', 'check', 'rules', 'alerts.yml', 'slo.yml')
    const { stdout } = await run('amtool', 'check-config', 'alertmanager.yml')
    expect(stdout).toContain('SUCCESS')
  })

  it('send a page to whoever is on call, and everything else to the tickets', async () => {
    const route = (...labels: string[]) =>
      run('amtool', 'config', 'routes', 'test', '--config.file', 'alertmanager.yml', ...labels)
    expect((await route('severity=page', 'alertname=EngineLost')).stdout.trim()).toBe('pages')
    expect((await route('severity=ticket', 'alertname=OrdersOnHold')).stdout.trim()).toBe('tickets')
    expect((await route('alertname=Unknown')).stdout.trim()).toBe('tickets')
  })
})
