import type { Fils } from '@hissa/money'
import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react'
import { useT } from '../../i18n/i18n.js'
import { areAmountsHidden, hideAmounts, onHideAmounts } from '../../lib/hide-amounts.js'
import { Money } from '../../ui/money.js'

const Hidden = createContext(false)

/** Provides whether amounts are hidden, stored on this device. */
export function useHideAmounts(): [boolean, () => void] {
  const hidden = useSyncExternalStore(onHideAmounts, areAmountsHidden, () => false)
  return [hidden, () => hideAmounts(!hidden)]
}

/** Sets whether the amounts below it are hidden. */
export function HiddenAmounts({ hidden, children }: { hidden: boolean; children: ReactNode }) {
  return <Hidden value={hidden}>{children}</Hidden>
}

/** Shows an amount of the user's, or dots if amounts are hidden. */
export function OwnMoney(props: { fils: Fils; className?: string; decimals?: 0 | 2 | 'auto' }) {
  const t = useT()
  if (!useContext(Hidden)) return <Money {...props} />
  return (
    <bdi dir="ltr" className={`money ${props.className ?? ''}`}>
      <span aria-hidden="true">••••••</span>
      <span className="sr-only">{t('dashboard.hidden')}</span>
    </bdi>
  )
}
