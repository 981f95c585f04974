import { describe, expect, it } from '@jest/globals'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = new URL('../..', import.meta.url).pathname
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The rules, which have one key per line. */
const rules = read('deploy/observability/alerts.yml')
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => ({
    name: text.slice(0, text.indexOf('\n')),
    expr: /^ {8}expr: (.+)$/m.exec(text)?.[1] ?? '',
    runbook: /^ {10}runbook: (.+)$/m.exec(text)?.[1] ?? '',
  }))

const FUNCTIONS = new Set(['sum', 'max', 'by', 'increase', 'or', 'unless', 'offset'])

/** Returns the names of metrics in an expression: what remains without labels, ranges, grouping and functions. */
const metricsIn = (expr: string) =>
  (expr.replace(/\{[^}]*\}|\[[^\]]*\]|by \([^)]*\)/g, ' ').match(/\b[a-z][a-z_]*\b/g) ?? []).filter(
    (word) => !FUNCTIONS.has(word),
  )

/** Returns the names of the metrics that the source code defines. */
function defined(): Set<string> {
  const sources = ['libs', 'services', 'local'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /(^|\/)src\/.*\.ts$/.test(path) && !/\.spec\.ts$|node_modules/.test(path))
      .map((path) => read(join(folder, path))),
  )
  const metrics = sources
    .filter((source) => /new (Counter|Gauge|Histogram)\b|register(Number|CountAndAge)\(/.test(source))
    .join('\n')
  return new Set([...metrics.matchAll(/(?:name: |gauge\(\s*|counter\(\s*)'([a-z_]+)'/g)].map(([, name]) => name!))
}

describe('the alert rules', () => {
  it('cover suspense, rejected work, evidence of disputes, orders on hold, distributions, dead-letter queues, waiting events, the outbox, lost engines and streams, the chain, lists and tokens', () => {
    expect(rules.map(({ name }) => name)).toEqual([
      'SuspenseItemOpen',
      'SuspenseItemOld',
      'WorkRejected',
      'DisputeEvidenceDue',
      'OrdersOnHold',
      'DistributionOverdue',
      'DistributionUnpaid',
      'DeadLetters',
      'OutboxUnsent',
      'EventsWaiting',
      'EngineLost',
      'StreamsRecreated',
      'OutboxRepublished',
      'ChainTransactionOld',
      'ChainSignerHalted',
      'ChainSignerBalanceLow',
      'ChainHeadOld',
      'ChainNodeFault',
      'ChainReorganised',
      'SanctionsListOld',
      'TokenHalted',
      'RolesMissing',
      'AnchorsRefused',
      'WalletListed',
      'RelocationOld',
      'FreezesWaiting',
      'AllotmentsNotMinted',
      'TransfersNotMirrored',
    ])
  })

  it.each(rules)('$name uses only metrics that the code defines', ({ expr }) => {
    const known = defined()
    expect(metricsIn(expr)).not.toEqual([])
    expect(metricsIn(expr).filter((name) => !known.has(name))).toEqual([])
  })

  it.each(rules)('$name has a section in the guide', ({ name, runbook }) => {
    expect(runbook).toBe(`docs/guides/alerts.md#${name.toLowerCase()}`)
    expect(read('docs/guides/alerts.md')).toContain(`\n## ${name}\n`)
  })
})
