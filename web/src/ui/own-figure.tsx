import type { ReactNode } from 'react'
import { useT } from '../i18n/i18n.js'
import { hideAmounts } from '../lib/hide-amounts.js'
import { useAmountsHidden } from '../lib/use-amounts-hidden.js'
import { Money, type MoneyProps } from './money.js'

/** Shows dots in place of a figure of the user's. */
export function HiddenFigure({ className = '' }: { className?: string | undefined }) {
  const t = useT()
  return (
    <bdi dir="ltr" className={`money ${className}`}>
      <span aria-hidden="true">••••••</span>
      <span className="sr-only">{t('ui.amounts.hidden')}</span>
    </bdi>
  )
}

/** Shows a figure of the user's, such as a number of shares, or dots if amounts are hidden. */
export function OwnFigure({ children }: { children: ReactNode }) {
  return useAmountsHidden() ? <HiddenFigure /> : children
}

/** Shows an amount of the user's, or dots if amounts are hidden. */
export function OwnMoney(props: MoneyProps) {
  return useAmountsHidden() ? <HiddenFigure className={props.className} /> : <Money {...props} />
}

/** Shows the user's amounts on this device again. */
export const showAmounts = (): void => hideAmounts(false)
