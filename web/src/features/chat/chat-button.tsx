import { useEffect, useRef, useState, type ComponentType, type KeyboardEvent } from 'react'
import { useServices } from '../../api/services.js'
import { activateLanguage, useLocale, useT } from '../../i18n/i18n.js'
import { onAskMae } from '../../lib/ask-mae.js'
import { log } from '../../lib/log.js'
import { repeatableImport } from '../../lib/repeatable-import.js'
import { showToast } from '../../lib/toast.js'
import { StrokeIcon } from '../../ui/stroke-icon.js'

const loadPanel = repeatableImport(() => import('./panel.js'))
const BUBBLE = 'M3.5 4h13v9.5h-7L6 16.5v-3H3.5z'

/** Renders the button that opens the assistant. The panel and its texts are loaded by the first press. */
export function ChatButton() {
  const t = useT()
  const locale = useLocale()
  const { language } = useServices()
  const button = useRef<HTMLButtonElement>(null)
  const [Panel, setPanel] = useState<ComponentType<{ onClose: () => void }>>()
  const [isOpen, setOpen] = useState(false)
  const [isLoading, setLoading] = useState(false)
  // Before the script runs, a press would do nothing.
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  const open = async () => {
    setLoading(true)
    try {
      const [{ ChatPanel }] = await Promise.all([loadPanel(), activateLanguage(language, locale, ['chat'])])
      setPanel(() => ChatPanel)
      setOpen(true)
    } catch (error) {
      log('warn', 'The assistant could not be loaded', error)
      showToast({ kind: 'error', text: t('shell.chat.notLoaded') })
    } finally {
      setLoading(false)
    }
  }
  useEffect(() => onAskMae(() => void open()))
  if (!isReady) return null
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen && !event.defaultPrevented) close()
  }
  return (
    <div onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        aria-busy={isLoading || undefined}
        onClick={() => (isOpen ? close() : isLoading || void open())}
        className="chat-button no-print fixed z-20 inline-flex items-center justify-center gap-2 rounded-full border border-line-strong bg-surface text-15 font-medium text-ink shadow-float hover:bg-sunken"
      >
        <StrokeIcon path={BUBBLE} />
        <span className="max-[1480px]:sr-only">{t('shell.chat.open')}</span>
      </button>
      {Panel && isOpen && <Panel onClose={close} />}
    </div>
  )
}
