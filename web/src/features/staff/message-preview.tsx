import type { DecisionReason, TicketMessage } from '@hissa/contracts/kyc'
import { LANGUAGES } from '@hissa/texts'
import { useState } from 'react'
import { useLocale, useT } from '../../i18n/i18n.js'
import { directionOf, LOCALES, type AppLocale } from '../../lib/locale.js'
import { Button } from '../../ui/button.js'
import { usePreviewMessageQuery } from './tickets-api.js'

interface MessagePreviewProps {
  decision: 'approve' | 'resubmit' | 'reject'
  reasonCodes: readonly DecisionReason[]
}

/** Shows exactly what the applicant will read, in each language: the service renders it as it will then. */
export function MessagePreview({ decision, reasonCodes }: MessagePreviewProps) {
  const t = useT()
  const own = useLocale()
  const [locale, setLocale] = useState(own)
  const { data, error, isFetching, refetch } = usePreviewMessageQuery({
    decision,
    reasonCodes: [...reasonCodes],
    locale,
  })
  const isFailed = error !== undefined && !isFetching
  return (
    <section aria-label={t('staff.preview')} className="rounded-m border border-line bg-sunken p-4 text-13 text-ink">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-13 font-medium tracking-normal">{t('staff.preview')}</h3>
        <span className="flex flex-wrap gap-1">
          {LOCALES.map((language) => (
            <Button
              key={language}
              size="s"
              kind={language === locale ? 'secondary' : 'quiet'}
              aria-pressed={language === locale}
              lang={language}
              onClick={() => setLocale(language)}
            >
              {LANGUAGES[language].name}
            </Button>
          ))}
        </span>
      </div>
      {data ? (
        <Message message={data} locale={locale} />
      ) : (
        <div className="flex flex-wrap items-center gap-3 pt-2">
          <p role="status" className="text-ink-2">
            {t(isFailed ? 'staff.preview.failed' : 'staff.preview.loading')}
          </p>
          {isFailed && (
            <Button size="s" kind="secondary" onClick={() => void refetch()}>
              {t('ui.tryAgain')}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

function Message({ message: { status, email }, locale }: { message: TicketMessage; locale: AppLocale }) {
  const t = useT()
  const direction = directionOf(locale)
  return (
    <div className="grid gap-4 pt-2">
      <div>
        <h4 className="pb-1 text-12 font-medium tracking-normal text-ink-2">{t('staff.preview.status')}</h4>
        <div lang={locale} dir={direction} className="flex flex-col gap-1">
          {status.reasons.map(({ text, fix }) => (
            <p key={text}>
              {text} {fix}
            </p>
          ))}
          <p>{status.nextAction}</p>
        </div>
      </div>
      <div>
        <h4 className="pb-1 text-12 font-medium tracking-normal text-ink-2">{t('staff.preview.email')}</h4>
        <div lang={locale} dir={direction} className="flex flex-col gap-1">
          <p className="font-medium">{email.subject}</p>
          {email.blocks.map((block, index) =>
            block.kind === 'list' ? (
              <ul key={index} className="list-disc ps-5">
                {block.items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            ) : (
              <p key={index} className={block.kind === 'link' ? 'text-primary' : undefined}>
                {block.kind === 'link' ? block.label : block.text}
              </p>
            ),
          )}
        </div>
        <p className="pt-1 text-12 text-ink-2">{t('staff.preview.greeting')}</p>
      </div>
    </div>
  )
}
