import type { Fils } from '@hissa/money'
import { Text, useT } from '../../i18n/i18n.js'
import { Button, type ButtonProps } from '../../ui/button.js'
import { Money } from '../../ui/money.js'
import { useAmountsHidden } from '../../lib/use-amounts-hidden.js'
import { showAmounts } from '../../ui/own-figure.js'

interface PayButtonProps extends Pick<ButtonProps, 'size'> {
  totalFils: Fils
  busy: boolean
  onPay: () => void
}

/** Names the amount and pays it. While amounts are hidden it shows them first: no one pays what they can't see. */
export function PayButton({ totalFils, busy, onPay, size = 'm' }: PayButtonProps) {
  const t = useT()
  if (useAmountsHidden() && !busy)
    return (
      <Button size={size} onClick={showAmounts}>
        {t('ui.amounts.showFirst')}
      </Button>
    )
  return (
    <Button size={size} busyText={busy && t('invest.pay.busy')} onClick={onPay}>
      <span className="[&_.money-sign]:text-on-primary">
        <Text id="invest.review.pay" components={{ money: <Money fils={totalFils} decimals={2} /> }} />
      </span>
    </Button>
  )
}
