import type { Fils } from '@hissa/money'
import { useEffect, useRef } from 'react'
import { ReservationNotice } from '../../api/reservation-notice.js'
import { Text, useT, type MessageId } from '../../i18n/i18n.js'
import { fieldText } from '../../lib/invest-amount.js'
import { Button } from '../../ui/button.js'
import { TextLink } from '../../ui/link.js'
import { Money } from '../../ui/money.js'
import { OwnMoney } from '../../ui/own-figure.js'
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

/** Names the limit of an amount: of the offering, or what is left of the user's own, which can be hidden. */
function Limit({ text, fils }: { text: MessageId; fils: Fils }) {
  const isOwn = text === 'invest.error.annualLimit'
  return <Text id={text} components={{ money: isOwn ? <OwnMoney fils={fils} /> : <Money fils={fils} /> }} />
}

function Explanation({ failure, onAmount }: FailureNoticeProps) {
  const t = useT()
  switch (failure.kind) {
    case 'silent':
      return null
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
          {failure.limitFils === undefined ? (
            t(failure.text, failure.unitPriceFils && { price: fieldText(failure.unitPriceFils) })
          ) : (
            <Limit text={failure.text} fils={failure.limitFils} />
          )}
          {failure.nearestFils && (
            <span className="mt-2 flex flex-wrap gap-2">
              {failure.nearestFils.map((amount) => (
                <Button key={amount} kind="secondary" size="s" onClick={() => onAmount(amount)}>
                  <Money fils={amount} />
                </Button>
              ))}
            </span>
          )}
        </Notice>
      )
    case 'eligibility':
    case 'disclosures':
      return <Notice tone="warn">{t(failure.text)}</Notice>
    default:
      return (
        <Notice tone="bad" title={t(failure.kind === 'offline' ? 'shell.offline.title' : 'invest.error.title')}>
          {t(failure.text)}
        </Notice>
      )
  }
}
