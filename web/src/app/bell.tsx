import { useState, type ComponentType } from 'react'
import { useT } from '../i18n/i18n.js'
import { BellLink } from './bell-link.js'
import { useOnceSettled } from './page-effects.js'

/** Renders the bell: a link to the notices, which also shows and opens the newest ones once the page has settled. */
export function Bell() {
  const t = useT()
  const [Opening, setOpening] = useState<ComponentType>()
  useOnceSettled(async () => {
    const { BellMenu } = await import('./bell-menu.js')
    setOpening(() => BellMenu)
    return () => undefined
  }, [])
  return Opening ? <Opening /> : <BellLink label={t('shell.notices')} />
}
