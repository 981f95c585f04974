import { Gauge, type MetricsRegistry, type Timing } from '@hissa/kernel'

interface Sources {
  registry: MetricsRegistry
  /** Every loaded list, of names and of wallets. `date` is an ISO date. */
  lists: readonly { list: string; date: string }[]
  maxAgeDays: number
  timing: Pick<Timing, 'wallMs'>
}

const DAY_MS = 86_400_000

/** Publishes on `/metrics` how old the loaded sanctions lists are. */
export function registerListGauges({ registry, lists, maxAgeDays, timing }: Sources): void {
  const common = { labelNames: ['list'], registers: [registry] }
  const ages = () =>
    lists.map(({ list, date }) => ({ list, days: Math.floor((timing.wallMs() - Date.parse(date)) / DAY_MS) }))
  new Gauge({
    ...{ name: 'kyc_sanctions_list_age_days', help: 'Days since the date of each loaded sanctions list.', ...common },
    collect() {
      for (const { list, days } of ages()) this.set({ list }, days)
    },
  })
  new Gauge({
    name: 'kyc_sanctions_list_old',
    help: '1 for a list that is older than SANCTIONS_MAX_AGE_DAYS, else 0.',
    ...common,
    collect() {
      for (const { list, days } of ages()) this.set({ list }, days > maxAgeDays ? 1 : 0)
    },
  })
}
