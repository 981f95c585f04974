import { useT } from '../i18n/i18n.js'
import { LogoMark } from '../ui/logo.js'

/**
 * Renders the page shown for a client-rendered screen until its script has loaded. Has no field that could be used too
 * early; offers a retry link after 8 s or when the start failed. Rendered on the server only.
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
