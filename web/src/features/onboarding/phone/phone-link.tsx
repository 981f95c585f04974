import type { PhoneLinkAnswer } from '@hissa/contracts/kyc'
import { useEffect, useRef } from 'react'
import { isConnectionLost } from '../../../api/problem.js'
import { useLocale, useT } from '../../../i18n/i18n.js'
import { formatTime } from '../../../lib/format.js'
import { Button } from '../../../ui/button.js'
import { QrCode } from '../../../ui/qr-code.js'
import { Notice } from '../../../ui/states.js'
import { useGetKycStatusQuery } from '../kyc-api.js'
import { useCreatePhoneLinkMutation, useEndPhoneLinkMutation } from './phone-api.js'

const POLL_MS = 3_000

/** Offers to continue on a phone: shows a QR code until the pictures have arrived, which this page shows at once. */
export function PhoneLink({ caseId }: { caseId: string }) {
  const t = useT()
  const [create, { data, error, isLoading, reset }] = useCreatePhoneLinkMutation()
  const [end] = useEndPhoneLinkMutation()
  const show = () => void create(caseId)
  if (data)
    return (
      <Code
        link={data}
        onAgain={show}
        onStop={() => {
          void end(caseId)
          reset()
        }}
      />
    )
  return (
    <div className="flex flex-col items-start gap-3 max-md:hidden">
      {error && (
        <Notice tone="bad">{t(isConnectionLost(error) ? 'ui.connectionLost' : 'onboarding.phone.notCreated')}</Notice>
      )}
      <Button kind="secondary" busyText={isLoading && t('ui.loading')} onClick={show}>
        {t('onboarding.phone.continue')}
      </Button>
    </div>
  )
}

function Code({ link, onAgain, onStop }: { link: PhoneLinkAnswer; onAgain: () => void; onStop: () => void }) {
  const t = useT()
  const locale = useLocale()
  useGetKycStatusQuery(locale, { pollingInterval: POLL_MS })
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  const { qr, expiresAt } = link
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={t('onboarding.phone.continue')}
      className="flex flex-col gap-5 rounded-m border border-line-strong bg-surface p-4 md:flex-row md:p-5"
    >
      <QrCode qr={qr} label={t('onboarding.phone.code')} className="max-w-48 shrink-0 self-center" />
      <div className="flex flex-col items-start gap-3 text-15">
        <p>{t('onboarding.phone.scan')}</p>
        <p className="text-13 text-ink-2">{t('onboarding.phone.until', { time: formatTime(expiresAt) })}</p>
        <p role="status" className="text-13 text-ink-2">
          {t('onboarding.phone.waiting')}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button kind="secondary" size="s" onClick={onAgain}>
            {t('onboarding.phone.another')}
          </Button>
          <Button kind="quiet" size="s" onClick={onStop}>
            {t('onboarding.phone.stop')}
          </Button>
        </div>
      </div>
    </section>
  )
}
