import { useState, type ComponentType } from 'react'
import { useServices } from '../api/services.js'
import { activateLanguage, useLocale, useT } from '../i18n/i18n.js'
import { repeatableImport } from '../lib/repeatable-import.js'
import { showToast } from '../lib/toast.js'
import { Link } from '../ui/link.js'
import { Menu } from '../ui/menu.js'
import { StrokeIcon } from '../ui/stroke-icon.js'
import { useOnceSettled } from './page-effects.js'

const BELL = 'M5 13.5V9a5 5 0 0 1 10 0v4.5l1.5 1.5h-13zM8.5 17.5h3'
const BUTTON = 'relative size-11 items-center justify-center rounded-full text-ink-2 hover:bg-sunken hover:text-ink'
const loadPanel = repeatableImport(() => import('../features/notices/panel.js'))

/**
 * Renders the bell with the number of unread notices, which is read once the page has settled. It opens the newest
 * notices, and on phones their page.
 */
export function Bell() {
  const t = useT()
  const locale = useLocale()
  const { language } = useServices()
  const [unread, setUnread] = useState(0)
  const [Count, setCount] = useState<ComponentType<{ onChange: (unread: number) => void }>>()
  const [Panel, setPanel] = useState<ComponentType<{ onClose: () => void }>>()
  useOnceSettled(async () => {
    const { UnreadCount } = await import('../features/notices/unread-count.js')
    setCount(() => UnreadCount)
    return () => undefined
  }, [])
  const load = async () => {
    try {
      const [{ NoticesPanel }] = await Promise.all([loadPanel(), activateLanguage(language, locale, ['notices'])])
      setPanel(() => NoticesPanel)
    } catch {
      showToast({ kind: 'error', text: t('shell.notices.notLoaded') })
    }
  }
  const label = t('shell.notices', { count: unread })
  const icon = (
    <>
      <StrokeIcon path={BELL} />
      {unread > 0 && (
        <span aria-hidden="true" className="bell-count">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </>
  )
  return (
    <>
      {Count && <Count onChange={setUnread} />}
      <Link to="/notifications" aria-label={label} className={`${BUTTON} inline-flex md:hidden`}>
        {icon}
      </Link>
      <Menu
        label={label}
        trigger={icon}
        triggerClassName={`${BUTTON} hidden md:inline-flex`}
        onToggle={(isOpen) => (isOpen ? void load() : setPanel(undefined))}
      >
        {(close) =>
          Panel ? <Panel onClose={close} /> : <p className="px-4 py-8 text-15 text-ink-2">{t('ui.loading')}</p>
        }
      </Menu>
    </>
  )
}
