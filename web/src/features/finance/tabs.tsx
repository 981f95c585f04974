import { useEffect, useRef } from 'react'
import { useT } from '../../i18n/i18n.js'
import { cx } from '../../lib/cx.js'
import { Link } from '../../ui/link.js'
import { FINANCE_KEYS } from './finance-keys.js'
import { Key } from './keys-dialog.js'

interface TabsProps {
  label: string
  current: string
  tabs: readonly { name: string; text: string; to: string }[]
  onHelp: () => void
}

/** Links to the sections of a staff page, and opens the list of its keys. */
export function Tabs({ label, current, tabs, onHelp }: TabsProps) {
  const t = useT()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const shown = list.current?.querySelector('[aria-current]')
    shown?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <nav aria-label={label} className="mb-5 flex items-center gap-2 border-b border-line">
      <ul ref={list} className="-mb-px flex min-w-0 flex-1 gap-1 overflow-x-auto">
        {tabs.map(({ name, text, to }) => (
          <li key={name} className="shrink-0">
            <Link
              to={to}
              aria-current={name === current ? 'page' : undefined}
              className={cx(
                'inline-flex min-h-11 min-w-11 items-center justify-center border-b-2 px-3 text-15 -outline-offset-2',
                name === current ? 'border-primary text-ink' : 'border-transparent text-ink-2 hover:text-ink',
              )}
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
      <button
        type="button"
        aria-keyshortcuts={FINANCE_KEYS.help}
        aria-label={t('finance.keysOpen')}
        title={t('finance.keysOpen')}
        onClick={onHelp}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink-2 hover:bg-sunken hover:text-ink max-md:hidden"
      >
        <Key name="?" />
      </button>
    </nav>
  )
}
