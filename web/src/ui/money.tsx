import { type Fils, moneyParts } from '@hissa/money'
import { cx } from '../lib/cx.js'
import { useLocale } from '../i18n/i18n.js'

/** Renders the dirham sign as a shape of the document, so that it needs neither a font nor a script. */
export function DirhamSign({ className }: { className?: string }) {
  return (
    <svg className={cx('money-sign', className)} viewBox="0 0 100 87" aria-hidden="true">
      <use href="#dirham" />
    </svg>
  )
}

export interface MoneyProps {
  /** May be negative. */
  fils: Fils
  /** 0 rounds; 2 for ledgers and receipts; `auto` (default) shows fils only if there are any. */
  decimals?: 0 | 2 | 'auto'
  className?: string
}

/**
 * Shows an amount. The dirham sign is to the left of the number in every language, isolated so that an Arabic sentence
 * can't reorder it, and spoken in words. Source: the Central Bank's rules for the sign.
 */
export function Money({ fils, decimals = 'auto', className }: MoneyProps) {
  const parts = moneyParts(fils, { locale: useLocale(), style: 'symbol', decimals })
  return (
    <bdi dir="ltr" className={cx('money', className)}>
      <span aria-hidden="true">
        {parts.sign && <span className="me-0.5">{parts.sign}</span>}
        <DirhamSign />
        {'\u00a0'}
        {parts.number}
      </span>
      <span className="sr-only" suppressHydrationWarning>
        {parts.sign ? `${parts.sign}${parts.spoken.replace(/^[^\d٠-٩]*/, '')}` : parts.spoken}
      </span>
    </bdi>
  )
}
