import type { Fils } from '@hissa/money'
import { createContext, useContext, useState, type ReactNode } from 'react'
import { useT } from '../../i18n/i18n.js'
import { Money } from '../../ui/money.js'

const KEY = 'hissa.hideAmounts'
const Hidden = createContext(false)

/** Provides whether amounts are hidden, stored on this device. */
export function useHideAmounts(): [boolean, () => void] {
  const [hidden, setHidden] = useState(() => localStorage.getItem(KEY) === '1')
  const toggle = () => {
    localStorage.setItem(KEY, hidden ? '0' : '1')
    setHidden(!hidden)
  }
  return [hidden, toggle]
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
