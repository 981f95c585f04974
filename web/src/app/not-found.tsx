import { useNavigate } from 'react-router-dom'
import { useLocale, useT } from '../i18n/i18n.js'
import { localePath } from '../lib/locale.js'
import { Button, ButtonLink } from '../ui/button.js'
import { PageHead } from '../ui/page-head.js'
import { TextLink } from '../ui/link.js'

export default function NotFound() {
  const t = useT()
  const navigate = useNavigate()
  const locale = useLocale()
  const goBack = () => (history.length > 1 ? navigate(-1) : navigate(localePath('/', locale)))
  return (
    <div className="frame flex min-h-[60dvh] flex-col items-start justify-center gap-4 py-16">
      <PageHead title={t('shell.notFound.title')} status={404} />
      <p className="text-60 tracking-[-0.04em] text-ink-3" aria-hidden="true">
        404
      </p>
      <h1 tabIndex={-1} className="text-34">
        <span className="sr-only">404. </span>
        {t('shell.notFound.title')}
      </h1>
      <p className="max-w-[52ch] text-15 text-ink-2">{t('shell.notFound.text')}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button onClick={goBack}>{t('shell.notFound.back')}</Button>
        <ButtonLink kind="secondary" to="/">
          {t('shell.nav.home')}
        </ButtonLink>
      </div>
      <p className="mt-4 flex flex-wrap gap-x-6 text-15">
        <TextLink to="/properties" className="inline-flex min-h-11 items-center">
          {t('shell.nav.properties')}
        </TextLink>
        <TextLink to="/knowledge-avenue" className="inline-flex min-h-11 items-center">
          {t('shell.nav.knowledge')}
        </TextLink>
        <TextLink to="/investor-dashboard" className="inline-flex min-h-11 items-center">
          {t('shell.nav.hub')}
        </TextLink>
      </p>
    </div>
  )
}
