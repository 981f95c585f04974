import type { Fils } from '@hissa/money'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { ReservationNotice } from '../../api/reservation-notice.js'
import { useT } from '../../i18n/i18n.js'
import { Button } from '../../ui/button.js'
import { TextLink } from '../../ui/link.js'
import { Money } from '../../ui/money.js'
import { Notice } from '../../ui/states.js'
import type { FlowFailure } from './flow.js'

interface FailureNoticeProps {
  failure: FlowFailure
  onAmount: (amountFils: Fils) => void
}

/** Explains what stopped the order and how to continue. Scrolls into view and takes the focus on each failure. */
export function FailureNotice({ failure, onAmount }: FailureNoticeProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  if (failure.kind === 'silent') return null
  return (
    <div ref={box} tabIndex={-1}>
      <Explanation failure={failure} onAmount={onAmount} />
    </div>
  )
}

function Explanation({ failure, onAmount }: FailureNoticeProps) {
  const t = useT()
  const { pathname, search } = useLocation()
  switch (failure.kind) {
    case 'silent':
      return null
    case 'identity':
      return (
        <Notice tone="warn" title={t('invest.error.identityTitle')}>
          {t('invest.error.identity')}{' '}
          <TextLink
            to={`/onboarding?next=${encodeURIComponent(`${pathname}${search}`)}`}
            className="inline-flex min-h-11 items-center"
          >
            {t('invest.error.identityLink')}
          </TextLink>
        </Notice>
      )
    case 'reservation':
      return <ReservationNotice refusal={failure.refusal} onAmount={onAmount} />
    case 'closed':
      return (
        <Notice tone="bad">
          {t(failure.text)}{' '}
          <TextLink to="/properties" className="inline-flex min-h-11 items-center">
            {t('invest.otherProperties')}
          </TextLink>
        </Notice>
      )
    case 'amount':
      return (
        <Notice tone="bad">
          {t(failure.text)}
          {failure.nearestFils && (
            <span className="mt-2 flex gap-2">
              {failure.nearestFils.map((amount) => (
                <Button key={amount} kind="secondary" size="s" onClick={() => onAmount(amount)}>
                  <Money fils={amount} />
                </Button>
              ))}
            </span>
          )}
        </Notice>
      )
    default:
      return (
        <Notice tone="bad" title={t(failure.kind === 'offline' ? 'shell.offline.title' : 'invest.error.title')}>
          {t(failure.text)}
        </Notice>
      )
  }
}
