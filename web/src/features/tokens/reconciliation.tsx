import type { TokenView } from '@hissa/contracts/tokenisation'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatCount } from '../../lib/format-count.js'
import { formatDateTime } from '../../lib/format.js'
import { Notice } from '../../ui/states.js'

/** Shows the latest comparison of the blockchain with the share register. */
export function Reconciliation({ token: { reconciliation, state } }: { token: TokenView }) {
  const t = useT()
  const locale = useLocale()
  if (!reconciliation) {
    if (state === 'awaiting_title' || state === 'deploying') return null
    return <Notice tone="info">{t('tokens.compare.none')}</Notice>
  }
  const { blockNumber, checkedAt, unitsOnChain, unitsOnRegister } = reconciliation
  const at = { block: formatCount(blockNumber), time: formatDateTime(checkedAt, locale) }
  if (reconciliation.state === 'agrees')
    return (
      <Notice tone="good" title={t('tokens.compare.agrees', at)}>
        {t('tokens.compare.agreesText', { count: formatCount(unitsOnChain) })}
      </Notice>
    )
  return (
    <Notice tone="bad" title={t('tokens.compare.differs', at)}>
      {t('tokens.compare.differsText', { chain: formatCount(unitsOnChain), register: formatCount(unitsOnRegister) })}
    </Notice>
  )
}
