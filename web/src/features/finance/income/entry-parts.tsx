import type { IncomeEntryView } from '@hissa/contracts/investment'
import { useT } from '../../../i18n/i18n.js'
import { Money } from '../../../ui/money.js'

/** Returns a function that names an entry: its kind, of a cost its category. */
export function useEntryName(): (entry: Pick<IncomeEntryView, 'kind' | 'category'>) => string {
  const t = useT()
  return ({ kind, category }) => (category ? t(`income.line.${category}`) : t(`rent.kind.${kind}`))
}

/** Shows the amount of an entry, or its days. */
export function EntryAmount({ entry: { amountFils, days } }: { entry: IncomeEntryView }) {
  const t = useT()
  if (amountFils !== undefined) return <Money fils={amountFils} decimals={2} />
  return <bdi>{t('rent.days', { count: days ?? 0 })}</bdi>
}
