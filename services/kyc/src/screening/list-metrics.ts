import { Gauge, type MetricsRegistry, type Timing } from '@hissa/kernel'
import { withAges } from './list-age.js'

interface Sources {
  registry: MetricsRegistry
  /** Every loaded list, of names and of wallets. `date` is an ISO date. */
  lists: readonly { list: string; date: string }[]
  maxAgeDays: number
  timing: Pick<Timing, 'wallMs'>
}

/** Publishes on `/metrics` how old the loaded sanctions lists are. */
export function registerListGauges({ registry, lists, maxAgeDays, timing }: Sources): void {
  const common = { labelNames: ['list'], registers: [registry] }
  const aged = () => withAges(lists, { now: new Date(timing.wallMs()), maxAgeDays })
  new Gauge({
    ...{ name: 'kyc_sanctions_list_age_days', help: 'Days since the date of each loaded sanctions list.', ...common },
    collect() {
      for (const { list, ageDays } of aged()) this.set({ list }, ageDays)
    },
  })
  new Gauge({
    name: 'kyc_sanctions_list_old',
    help: '1 for a list that is older than SANCTIONS_MAX_AGE_DAYS, else 0.',
    ...common,
    collect() {
      for (const { list, old } of aged()) this.set({ list }, old ? 1 : 0)
    },
  })
}
