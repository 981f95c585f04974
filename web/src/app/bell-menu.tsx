import { useState, type ComponentType } from 'react'
import { useServices } from '../api/services.js'
import { useGetUnreadQuery } from '../features/notices/notices-api.js'
import { activateLanguage, useLocale, useT } from '../i18n/i18n.js'
import { repeatableImport } from '../lib/repeatable-import.js'
import { showToast } from '../lib/toast.js'
import { Menu } from '../ui/menu.js'
import { BELL_BUTTON, BellIcon, BellLink, shownCount } from './bell-link.js'

const loadPanel = repeatableImport(() => import('../features/notices/panel.js'))

/** Renders the bell with the number of unread notices. It opens the newest notices, and on phones their page. */
export function BellMenu() {
  const t = useT()
  const locale = useLocale()
  const { language } = useServices()
  const { data: unread = 0 } = useGetUnreadQuery()
  const [Panel, setPanel] = useState<ComponentType<{ onClose: () => void }>>()
  const load = async () => {
    try {
      const [{ NoticesPanel }] = await Promise.all([loadPanel(), activateLanguage(language, locale, ['notices'])])
      setPanel(() => NoticesPanel)
    } catch {
      showToast({ kind: 'error', text: t('shell.notices.notLoaded') })
    }
  }
  const label = unread > 0 ? t('shell.notices.unread', { count: shownCount(unread) }) : t('shell.notices')
  return (
    <>
      <BellLink label={label} unread={unread} className="md:hidden" />
      <Menu
        label={label}
        trigger={<BellIcon unread={unread} />}
        triggerClassName={`${BELL_BUTTON} hidden md:inline-flex`}
        onToggle={(isOpen) => (isOpen ? void load() : setPanel(undefined))}
      >
        {(close) =>
          Panel ? <Panel onClose={close} /> : <p className="px-4 py-8 text-15 text-ink-2">{t('ui.loading')}</p>
        }
      </Menu>
    </>
  )
}
