import { useEffect, useSyncExternalStore } from 'react'
import { useRouteError } from 'react-router-dom'
import { isConnectionLost } from '../api/problem.js'
import { isSiteReached } from '../api/reached.js'
import { log } from '../lib/log.js'
import { newVersion } from '../lib/new-version.js'
import { useT } from '../i18n/i18n.js'
import { Button } from '../ui/button.js'

/** Leaves this page, but not while there is no connection: the browser has only its own page to show then. */
async function leave(go: () => void): Promise<void> {
  if (await isSiteReached()) go()
}

/** What is shown when a screen breaks. Plain elements only: whatever broke must not break this as well. */
export function Crash() {
  const error = useRouteError()
  const t = useT()
  useEffect(() => log('error', 'A screen broke', error), [error])
  const taking = useSyncExternalStore(newVersion.subscribe, newVersion.get, () => false)
  const offline = isConnectionLost(error)
  if (offline && taking) return <main aria-busy="true" className="min-h-[70dvh]" />
  return (
    <main className="frame flex min-h-[70dvh] flex-col items-start justify-center gap-4">
      <h1 tabIndex={-1} className="text-34">
        {t(offline ? 'shell.offline.title' : 'shell.crash.title')}
      </h1>
      <p className="text-15 text-ink-2">{t(offline ? 'ui.offline' : 'shell.crash.text')}</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void leave(() => location.reload())}>{t('ui.tryAgain')}</Button>
        <Button kind="secondary" onClick={() => void leave(() => location.assign('/'))}>
          {t('shell.crash.home')}
        </Button>
      </div>
    </main>
  )
}
