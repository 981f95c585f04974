import type { TokenView } from '@hissa/contracts/tokenisation'
import { fils, units } from '@hissa/money'
import { useT } from '../../i18n/i18n.js'
import { formatCount } from '../../lib/format-count.js'
import { useAmountsHidden } from '../../lib/use-amounts-hidden.js'
import { ShareGrid } from '../../ui/share-grid.js'

interface IssuedGridProps {
  token: Pick<TokenView, 'unitsTotal' | 'unitsMinted'>
  /** The issued shares that are the user's. */
  mine: number
  form: 'strip' | 'line'
}

/** Draws the share grid of a token: green squares are issued, copper ones the user's, outlined ones not issued yet. */
export function IssuedGrid({ token: { unitsTotal, unitsMinted }, mine, form }: IssuedGridProps) {
  const t = useT()
  const own = useAmountsHidden() ? 0 : Math.min(mine, unitsMinted)
  const values = { issued: formatCount(unitsMinted), total: formatCount(unitsTotal) }
  return (
    <ShareGrid
      form={form}
      unitsTotal={unitsTotal}
      unitsTaken={units(unitsMinted - own)}
      unitsMine={units(own)}
      // A token has no price. Both forms divide the total evenly, so that the price isn't shown.
      unitPriceFils={fils(1)}
      label={own > 0 ? t('tokens.gridOwn', { ...values, mine: formatCount(own) }) : t('tokens.grid', values)}
    />
  )
}
