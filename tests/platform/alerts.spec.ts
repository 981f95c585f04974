import { describe, expect, it } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = new URL('../..', import.meta.url).pathname
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The rules, which have one key per line. */
const rules = read('deploy/observability/alerts.yml')
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => ({
    name: text.slice(0, text.indexOf('\n')),
    runbook: /^ {10}runbook: (.+)$/m.exec(text)?.[1] ?? '',
  }))

describe('the alert rules', () => {
  it('cover suspense, rejected work, reconciliation, evidence of disputes, orders on hold, distributions, dead-letter queues, waiting events, the outbox, lost engines and streams, the chain, lists, tokens, payments, refunds, services, consumers and emails', () => {
    expect(rules.map(({ name }) => name)).toEqual([
      'SuspenseItemOpen',
      'SuspenseItemOld',
      'WorkRejected',
      'ReconciliationDifference',
      'ReconciliationOld',
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
      'PeopleNotScreened',
      'TokenHalted',
      'RolesMissing',
      'AnchorsRefused',
      'WalletListed',
      'RelocationOld',
      'FreezesWaiting',
      'AllotmentsNotMinted',
      'TransfersNotMirrored',
      'PaymentUnsettled',
      'RefundOld',
      'ServiceDown',
      'RequestsFailing',
      'CallsFailing',
      'ConsumerBehind',
      'MailOld',
    ])
  })

  it.each(rules)('$name has a section in the guide', ({ name, runbook }) => {
    expect(runbook).toBe(`docs/guides/alerts.md#${name.toLowerCase()}`)
    expect(read('docs/guides/alerts.md')).toContain(`\n## ${name}\n`)
  })
})
