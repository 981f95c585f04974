import { useEffect, useSyncExternalStore } from 'react'
import { useRouteError } from 'react-router-dom'
import { isConnectionLost } from '../api/problem.js'
import { isSiteReachable } from '../api/site-reachable.js'
import { log } from '../lib/log.js'
import { newVersion } from '../lib/new-version.js'
import { useT } from '../i18n/i18n.js'
import { Button } from '../ui/button.js'

/** Leaves this page only if the site responds, because the browser would otherwise show its own error page. */
async function leave(go: () => void): Promise<void> {
  if (await isSiteReachable()) go()
}

/** Catches errors of the screens. It uses plain elements only, so that it can't fail for the same reason. */
export function Crash() {
  const error = useRouteError()
  const t = useT()
  useEffect(() => log('error', 'A screen failed to render', error), [error])
  const reloading = useSyncExternalStore(newVersion.subscribe, newVersion.get, () => false)
  const offline = isConnectionLost(error)
  if (offline && reloading) return <main aria-busy="true" className="min-h-[70dvh]" />
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
