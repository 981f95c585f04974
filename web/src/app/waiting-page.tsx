import { useT } from '../i18n/i18n.js'
import { LogoMark } from '../ui/logo.js'

/**
 * What stands on a screen of the browser's until its script is there: no field that could be typed into too early, only
 * that the page is coming and, after 8 s or when it failed to start, the way to ask again. Rendered on the server alone.
 */
export function WaitingPage() {
  const t = useT()
  return (
    <main className="waiting frame">
      <LogoMark size={40} />
      <p role="status" className="waiting-now text-15 text-ink-2">
        {t('shell.waiting.wait')}
      </p>
      <p className="waiting-late text-15 text-ink-2">
        {t('shell.waiting.late')}{' '}
        <a href="" className="text-primary underline underline-offset-3">
          {t('shell.waiting.again')}
        </a>
      </p>
      <noscript>
        <p>{t('shell.waiting.noScript')}</p>
      </noscript>
    </main>
  )
}
