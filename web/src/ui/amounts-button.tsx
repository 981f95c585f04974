import { useT } from '../i18n/i18n.js'
import { cx } from '../lib/cx.js'
import { hideAmounts } from '../lib/hide-amounts.js'
import { Button } from './button.js'
import { Icon } from './icons.js'
import { useAmountsHidden } from '../lib/use-amounts-hidden.js'

/** Hides the user's amounts and shares on every page of this device, or shows them again. */
export function AmountsButton({ className }: { className?: string }) {
  const t = useT()
  const isHidden = useAmountsHidden()
  return (
    <Button
      kind="quiet"
      size="s"
      className={cx('whitespace-nowrap', className)}
      aria-pressed={isHidden}
      onClick={() => hideAmounts(!isHidden)}
    >
      <Icon name={isHidden ? 'eye' : 'eye-off'} size={18} />
      {t(isHidden ? 'ui.amounts.show' : 'ui.amounts.hide')}
    </Button>
  )
}
