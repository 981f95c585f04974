import { useEffect, useState } from 'react'
import { useServices } from '../api/services.js'
import { useT } from '../i18n/i18n.js'
import { cx } from '../lib/cx.js'
import { applyTheme, onSettings, readSettings, writeSettings, type Theme } from '../lib/settings.js'

const THEMES = ['system', 'light', 'dark'] as const

/** Lets the user choose light, dark or the system's theme. */
export function ThemeChoice() {
  const t = useT()
  const services = useServices()
  const [theme, setTheme] = useState<Theme>('system')
  useEffect(() => {
    const read = () => setTheme(readSettings().theme)
    read()
    return onSettings(read)
  }, [])
  const choose = (next: Theme) => {
    writeSettings({ theme: next })
    applyTheme(next)
    void import('../api/follow-settings.js').then(({ saveSetting }) => saveSetting(services, { theme: next }))
  }
  return (
    <fieldset className="px-3 py-2">
      <legend className="sr-only">{t('shell.theme.label')}</legend>
      <div className="flex rounded-s border border-line-strong p-0.5">
        {THEMES.map((value) => (
          <label
            key={value}
            className={cx(
              'flex min-h-9 flex-1 max-md:min-h-11 cursor-pointer items-center justify-center rounded-s px-2 text-13 has-focus-visible:outline-2 has-focus-visible:outline-focus',
              theme === value ? 'bg-primary-soft text-ink' : 'text-ink-2 hover:text-ink',
            )}
          >
            <input
              type="radio"
              name="theme"
              value={value}
              checked={theme === value}
              onChange={() => choose(value)}
              className="sr-only"
            />
            {t(`shell.theme.${value}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
