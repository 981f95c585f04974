import type { ReconciliationView, TokenView } from '@hissa/contracts/tokenisation'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatCount } from '../../lib/format-count.js'
import { formatDateTime } from '../../lib/format.js'
import { Notice } from '../../ui/states.js'

/** Shows the latest comparison of the blockchain with the share register, unless the page's notice shows it. */
export function Reconciliation({ token: { reconciliation, state } }: { token: TokenView }) {
  const t = useT()
  const locale = useLocale()
  if (!reconciliation) {
    if (state === 'awaiting_title' || state === 'deploying') return null
    return <Notice tone="info">{t('tokens.compare.none')}</Notice>
  }
  const { blockNumber, checkedAt, unitsOnChain } = reconciliation
  if (reconciliation.state === 'differs') {
    if (state === 'halted') return null
    return (
      <Notice tone="bad" title={t('tokens.compare.differ')}>
        <Difference reconciliation={reconciliation} />
      </Notice>
    )
  }
  const at = { block: formatCount(blockNumber), time: formatDateTime(checkedAt, locale) }
  return (
    <Notice tone="good" title={t('tokens.compare.agrees', at)}>
      {t('tokens.compare.agreesText', { count: formatCount(unitsOnChain) })}
    </Notice>
  )
}

/** States the shares on both sides of a comparison that found a difference, and its block and time. */
export function Difference({ reconciliation }: { reconciliation: ReconciliationView }) {
  const t = useT()
  const locale = useLocale()
  const { blockNumber, checkedAt, unitsOnChain, unitsOnRegister } = reconciliation
  return t('tokens.compare.differsText', {
    block: formatCount(blockNumber),
    time: formatDateTime(checkedAt, locale),
    chain: formatCount(unitsOnChain),
    register: formatCount(unitsOnRegister),
  })
}
