/** A panel: its title, unit of Grafana, and lines by legend. `{{label}}` in a legend is the value of a label. */
export interface Panel {
  title: string
  unit: string
  lines: Readonly<Record<string, string>>
  kind?: 'timeseries' | 'stat'
}

/** A dashboard: its address in Grafana, title and panels, two in a row. */
export interface Dashboard {
  uid: string
  title: string
  panels: readonly Panel[]
}

const panel = (title: string, unit: string, lines: Panel['lines'], kind: Panel['kind'] = 'timeseries'): Panel => ({
  ...{ title, unit, lines, kind },
})

const rate = (series: string) => `rate(${series}[$__rate_interval])`
const rateBy = (labels: string, series: string) => `sum by (${labels}) (${rate(series)})`
const quantile = (share: number, histogram: string, labels: string, matchers = '') =>
  `histogram_quantile(${share}, ${rateBy(`${labels}, le`, `${histogram}_bucket${matchers}`)})`
const failures = (histogram: string, labels: string, matcher: string) =>
  `${rateBy(labels, `${histogram}_count{${matcher}}`)} / ${rateBy(labels, `${histogram}_count`)}`

const OVERVIEW: Dashboard = {
  uid: 'hissa-services',
  title: 'Hissa: services',
  panels: [
    panel('Requests by route', 'reqps', {
      '{{method}} {{route}}': rateBy('method, route', 'http_request_duration_seconds_count'),
    }),
    panel('Failed requests by route', 'percentunit', {
      '{{route}}': failures('http_request_duration_seconds', 'route', 'status=~"5.."'),
    }),
    panel('Duration of requests, p99 by route', 's', {
      '{{route}}': quantile(0.99, 'http_request_duration_seconds', 'route'),
    }),
    panel('Requests by status', 'reqps', { '{{status}}': rateBy('status', 'http_request_duration_seconds_count') }),
    panel('Calls by service', 'reqps', { '{{service}}': rateBy('service', 'rpc_duration_seconds_count') }),
    panel('Calls that ended with a problem', 'reqps', {
      '{{rpc}} {{code}}': rateBy('rpc, code', 'rpc_duration_seconds_count{code!="ok"}'),
    }),
    panel('Duration of calls in the service, p99', 's', { '{{rpc}}': quantile(0.99, 'rpc_duration_seconds', 'rpc') }),
    panel('Duration of calls for the caller, p99', 's', {
      '{{service}} to {{rpc}}': quantile(0.99, 'rpc_client_duration_seconds', 'service, rpc'),
    }),
    panel('Work on one event, p99 by consumer', 's', {
      '{{consumer}}': quantile(0.99, 'event_handling_duration_seconds', 'consumer'),
    }),
    panel(
      'Missing parts',
      'short',
      { '{{service}} {{part}}': 'max by (service, part) (service_part_missing)' },
      'stat',
    ),
    panel('Delay of the event loop, p99', 's', {
      '{{service}}': 'max by (service) (nodejs_eventloop_lag_p99_seconds)',
    }),
    panel('Memory of a replica', 'bytes', { '{{service}}': 'max by (service) (process_resident_memory_bytes)' }),
  ],
}

const MONEY: Dashboard = {
  uid: 'hissa-money',
  title: 'Hissa: money',
  panels: [
    panel('Payments with an unknown outcome', 'short', { orders: 'max(payments_unsettled)' }, 'stat'),
    panel('Age of the oldest of them', 's', { oldest: 'max(payments_unsettled_oldest_age_seconds)' }),
    panel('Refunds due', 'short', { orders: 'max(refunds_due)' }, 'stat'),
    panel('Sum of the refunds due, in fils', 'short', { fils: 'max(refunds_due_amount_minor_units)' }),
    panel('Age of the oldest refund due', 's', { oldest: 'max(refunds_due_oldest_age_seconds)' }),
    panel('Open items in suspense', 'short', { '{{kind}} {{currency}}': 'max by (kind, currency) (suspense_items)' }),
    panel('Money in suspense, in fils', 'short', {
      '{{kind}} {{currency}}': 'max by (kind, currency) (suspense_amount_minor_units)',
    }),
    panel('Age of the oldest item', 's', { '{{kind}}': 'max by (kind) (suspense_oldest_age_seconds)' }),
    panel(
      'Register and chain disagree',
      'short',
      { differences: 'max(suspense_items{kind="register_difference"})' },
      'stat',
    ),
    panel('Rejected work, holds and disputes', 'short', {
      'work rejected': 'max(work_rejected_orders)',
      'orders on hold': 'max(orders_on_hold)',
      'evidence due': 'max(disputes_evidence_due)',
    }),
    panel('Distributions', 'short', {
      'not distributed in time': 'max(distributions_overdue)',
      'approved and not paid': 'max(distributions_unpaid)',
    }),
    panel('Webhooks by outcome', 'reqps', {
      '{{outcome}}': rateBy('outcome', 'webhook_posting_duration_seconds_count'),
    }),
    panel('From webhook to posting', 's', {
      p50: quantile(0.5, 'webhook_posting_duration_seconds', 'service', '{outcome="applied"}'),
      p99: quantile(0.99, 'webhook_posting_duration_seconds', 'service', '{outcome="applied"}'),
    }),
  ],
}

const BUS: Dashboard = {
  uid: 'hissa-bus',
  title: 'Hissa: bus and queues',
  panels: [
    panel('Events not yet published', 'short', { '{{service}}': 'max by (service) (outbox_unsent)' }),
    panel('Age of the oldest of them', 's', { '{{service}}': 'max by (service) (outbox_oldest_age_seconds)' }),
    panel('Events that a consumer has not received', 'short', {
      '{{consumer}}': 'topk(10, max by (consumer) (bus_consumer_pending))',
    }),
    panel('Events that a consumer has not finished', 'short', {
      '{{consumer}}': 'topk(10, max by (consumer) (bus_consumer_unacknowledged))',
    }),
    panel('Deliveries by outcome', 'reqps', { '{{outcome}}': rateBy('outcome', 'events_delivered_total') }),
    panel('Deliveries that were not handled, by consumer', 'reqps', {
      '{{consumer}} {{outcome}}': rateBy('consumer, outcome', 'events_delivered_total{outcome!="handled"}'),
    }),
    panel('Dead letters', 'short', { '{{name}}': 'max by (name) (bus_dead_letters)' }),
    panel('Lost streams and consumers', 'short', {
      'stream {{name}}': 'max by (name) (bus_streams_recreated_total)',
      'consumer {{name}}': 'max by (name) (bus_consumers_recreated_total)',
    }),
    panel('Republished events', 'reqps', { '{{service}}': rateBy('service', 'outbox_republished_total') }),
    panel('Failed checks of the bus', 'reqps', { failed: rate('bus_check_failures_total') }),
    panel('Jobs of the queue of emails', 'short', { '{{state}}': 'max by (state) (mail_queue_jobs)' }),
    panel('Emails that are not sent', 'short', { emails: 'max(mail_unsent)' }),
    panel('Age of the oldest email', 's', { oldest: 'max(mail_oldest_age_seconds)' }),
    panel('Revoked sessions that are known', 'short', { '{{service}}': 'max by (service) (revoked_sessions)' }),
  ],
}

const COMPLIANCE: Dashboard = {
  uid: 'hissa-compliance',
  title: 'Hissa: compliance and chain',
  panels: [
    panel('Age of the sanctions lists, in days', 'd', { '{{list}}': 'max by (list) (kyc_sanctions_list_age_days)' }),
    panel('Lists that are too old', 'short', { '{{list}}': 'max by (list) (kyc_sanctions_list_old)' }, 'stat'),
    panel('Pictures of documents that were read', 'reqps', { '{{outcome}}': rateBy('outcome', 'kyc_readings_total') }),
    panel('Pictures that wait', 'short', {
      uploads: 'max(kyc_uploads_waiting)',
      readings: 'max(kyc_readings_waiting)',
    }),
    panel('Wallets on a sanctions list', 'short', { wallets: 'max(tokenisation_wallets_listed)' }, 'stat'),
    panel('Tokens by state', 'short', { '{{state}}': 'max by (state) (tokenisation_tokens)' }),
    panel('Work that waits for the chain', 'short', {
      allotments: 'max(tokenisation_allotments_waiting)',
      transfers: 'max(tokenisation_transfers_waiting)',
      freezes: 'max(tokenisation_freezes_waiting)',
      moves: 'max(tokenisation_relocations_moving)',
    }),
    panel('Age of the oldest of it', 's', {
      allotments: 'max(tokenisation_allotment_oldest_age_seconds)',
      transfers: 'max(tokenisation_transfer_oldest_age_seconds)',
      freezes: 'max(tokenisation_freeze_oldest_age_seconds)',
      moves: 'max(tokenisation_relocation_oldest_age_seconds)',
    }),
    panel('Age of the newest block', 's', { block: 'max(chain_head_age_seconds)' }),
    panel('Oldest transaction by role', 's', { '{{role}}': 'max by (role) (chain_transactions_oldest_age_seconds)' }),
    panel('Balance of the signers', 'short', { '{{role}}': 'min by (role) (chain_signer_balance)' }),
    panel('Faults of the node', 'reqps', { '{{fault}}': rateBy('fault', 'chain_node_faults_total') }),
  ],
}

const OBJECTIVES: Dashboard = {
  uid: 'hissa-objectives',
  title: 'Hissa: objectives',
  panels: [
    panel('Burn rate, 1 hour (page above 14.4)', 'short', {
      '{{slo}}': 'slo:errors:ratio_rate1h / on (slo) slo:budget:ratio',
    }),
    panel('Burn rate, 6 hours (page above 6)', 'short', {
      '{{slo}}': 'slo:errors:ratio_rate6h / on (slo) slo:budget:ratio',
    }),
    panel('Burn rate, 3 days (ticket above 1)', 'short', {
      '{{slo}}': 'slo:errors:ratio_rate3d / on (slo) slo:budget:ratio',
    }),
    panel('Bad events, 3 days', 'percentunit', { '{{slo}}': 'max by (slo) (slo:errors:ratio_rate3d)' }, 'stat'),
    panel(
      'Distributions that are not on time',
      'short',
      { distributions: 'max(distributions_unpaid) + max(distributions_overdue)' },
      'stat',
    ),
  ],
}

/** Every dashboard. */
export const DASHBOARDS: readonly Dashboard[] = [OVERVIEW, MONEY, BUS, COMPLIANCE, OBJECTIVES]
