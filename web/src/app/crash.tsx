import { useEffect } from 'react'
import { useRouteError } from 'react-router-dom'
import { log } from '../lib/log.js'
import { useT } from '../i18n/i18n.js'
import { Button } from '../ui/button.js'

/** What is shown when a screen breaks. Plain elements only: whatever broke must not break this as well. */
export function Crash() {
  const error = useRouteError()
  const t = useT()
  useEffect(() => log('error', 'A screen broke', error), [error])
  return (
    <main className="frame flex min-h-[70dvh] flex-col items-start justify-center gap-4">
      <h1 tabIndex={-1} className="text-34">
        {t('shell.crash.title')}
      </h1>
      <p className="text-15 text-ink-2">{t('shell.crash.text')}</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => location.reload()}>{t('ui.tryAgain')}</Button>
        <Button kind="secondary" onClick={() => location.assign('/')}>
          {t('shell.crash.home')}
        </Button>
      </div>
    </main>
  )
}
