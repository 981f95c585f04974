import type { InvestorCardView } from '@hissa/contracts/investment'
import { useState } from 'react'
import type { ApiError } from '../../api/problem.js'
import { useLocale, useT, type MessageId } from '../../i18n/i18n.js'
import { formatDate } from '../../lib/format.js'
import { showToast } from '../../lib/toast.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { CopyButton } from '../../ui/chain-name.js'
import { Dialog } from '../../ui/dialog.js'
import { PageHeader } from '../../ui/layout.js'
import { PageHead } from '../../ui/page-head.js'
import { QrCode } from '../../ui/qr-code.js'
import { EmptyState, ErrorState, Loading, Notice, Skeleton } from '../../ui/states.js'
import { type CardChange, useChangeInvestorCardMutation, useGetInvestorCardQuery } from './card-api.js'
import { CardFace, grouped } from './card-face.js'
import { type ShownNumber, useShownNumber } from './use-shown-number.js'

/** `/investor-digital-card`: the card that identifies the user as an investor. */
export default function InvestorCardPage() {
  const t = useT()
  const { data, error, isFetching, refetch } = useGetInvestorCardQuery(undefined, { refetchOnMountOrArgChange: true })
  const again = () => void refetch()
  return (
    <div className="frame pb-24">
      <PageHead title={t('card.title')} private />
      <PageHeader title={t('card.title')} lead={t('card.lead')} />
      {error && !isFetching ? (
        <NoCard error={error as ApiError} again={again} />
      ) : data ? (
        <OwnCard key={data.issue} card={data} />
      ) : (
        <Loading label={t('card.loading')} onRetry={again}>
          <Skeleton className="h-72 w-full max-w-[520px]" />
        </Loading>
      )}
    </div>
  )
}

function NoCard({ error, again }: { error: ApiError; again: () => void }) {
  const t = useT()
  if (error.code === 'KYC_REQUIRED')
    return (
      <EmptyState
        title={t('card.unverified')}
        text={t('card.unverifiedText')}
        action={<ButtonLink to="/onboarding">{t('card.verify')}</ButtonLink>}
      />
    )
  if (error.code === 'ACCOUNT_SUSPENDED')
    return (
      <EmptyState
        title={t('card.suspended')}
        text={t('card.suspendedText')}
        action={
          <ButtonLink kind="secondary" to="/contact">
            {t('card.contact')}
          </ButtonLink>
        }
      />
    )
  return (
    <ErrorState
      title={t('card.error')}
      text={t('card.errorText')}
      reference={error.reference}
      action={<Button onClick={again}>{t('ui.tryAgain')}</Button>}
    />
  )
}

function OwnCard({ card }: { card: InvestorCardView }) {
  const t = useT()
  const locale = useLocale()
  const { shown, secondsLeft, show, hide, isLoading } = useShownNumber(card.issue)
  const [asked, setAsked] = useState<CardChange | null>(null)
  const reveal = async () => {
    const error = await show()
    if (error) showToast({ kind: 'error', text: t(REFUSALS[error.code] ?? 'card.notShown') })
  }
  const frozen = card.state === 'frozen'
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,520px)_1fr]">
      <div className="flex flex-col gap-5">
        <CardFace card={card} number={shown?.number} />
        <p className="text-13 text-ink-2">{t('card.issued', { date: formatDate(card.issuedAt, locale) })}</p>
        <div className="flex flex-wrap gap-3 max-xs:*:flex-auto no-print">
          {shown ? (
            <Button kind="secondary" onClick={hide}>
              {t('card.hide')}
            </Button>
          ) : (
            <Button busyText={isLoading && t('ui.loading')} onClick={() => void reveal()}>
              {t('card.show')}
            </Button>
          )}
          <Button kind="secondary" onClick={() => setAsked(frozen ? 'unfreeze' : 'freeze')}>
            {t(frozen ? 'card.unfreeze' : 'card.freeze')}
          </Button>
          <Button kind="danger" onClick={() => setAsked('reissue')}>
            {t('card.reissue')}
          </Button>
        </div>
        {frozen && (
          <Notice tone="warn" title={t('card.frozenTitle')}>
            {t('card.frozenText')}
          </Notice>
        )}
      </div>
      {shown ? <Shown shown={shown} secondsLeft={secondsLeft} /> : <HowItWorks />}
      {asked && <Confirm change={asked} issue={card.issue} onClose={() => setAsked(null)} onDone={hide} />}
    </div>
  )
}

/** Shows the code and the number while they are visible. */
function Shown({ shown: { number, qr }, secondsLeft }: { shown: ShownNumber; secondsLeft: number }) {
  const t = useT()
  return (
    <section className="flex flex-col items-center gap-4 rounded-m border border-line bg-surface p-6 text-center">
      <h2 className="text-22">{t('card.code')}</h2>
      <QrCode qr={qr} label={t('card.codeLabel')} className="max-w-64" />
      <p className="flex items-center gap-2 text-15">
        <bdi dir="ltr" className="tabular-nums">
          {grouped(number)}
        </bdi>
        <CopyButton text={number} label={t('card.numberLabel')} />
      </p>
      <p role="timer" className="text-13 text-ink-2">
        {t('card.hides', { seconds: secondsLeft })}
      </p>
    </section>
  )
}

function HowItWorks() {
  const t = useT()
  return (
    <section className="no-print flex flex-col gap-4">
      <h2 className="text-22">{t('card.how')}</h2>
      <ul className="flex max-w-[60ch] list-disc flex-col gap-2 ps-5 text-15 text-ink-2">
        <li>{t('card.how.show')}</li>
        <li>{t('card.how.see')}</li>
        <li>{t('card.how.freeze')}</li>
        <li>{t('card.how.pay')}</li>
      </ul>
    </section>
  )
}

interface ConfirmProps {
  change: CardChange
  issue: number
  onClose: () => void
  /** The change is made. */
  onDone: () => void
}

const REFUSALS: Readonly<Record<string, MessageId>> = {
  INVESTOR_CARDS_TOO_OFTEN: 'card.tooOften',
  INVESTOR_CARD_REPLACED: 'card.replaced',
}

/** Says what a change does, and makes it. */
function Confirm({ change, issue, onClose, onDone }: ConfirmProps) {
  const t = useT()
  const [make, { isLoading }] = useChangeInvestorCardMutation()
  const confirm = async () => {
    const { error } = await make({ change, issue })
    onClose()
    if (!error) onDone()
    showToast(
      error
        ? { kind: 'error', text: t(REFUSALS[(error as ApiError).code] ?? 'card.notChanged') }
        : { kind: 'success', text: t(`card.${change}.done`) },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`card.${change}.title`)}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('card.cancel')}
          </Button>
          <Button
            kind={change === 'reissue' ? 'destructive' : 'primary'}
            busyText={isLoading && t('ui.loading')}
            onClick={() => void confirm()}
          >
            {t(`card.${change}`)}
          </Button>
        </>
      }
    >
      <p>{t(`card.${change}.text`)}</p>
    </Dialog>
  )
}
