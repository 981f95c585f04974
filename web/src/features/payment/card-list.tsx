import type { CardView } from '@hissa/contracts/investment'
import { useState } from 'react'
import { useServices } from '../../api/services.js'
import { useT } from '../../i18n/i18n.js'
import { showToast } from '../../lib/toast.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Card } from '../../ui/layout.js'
import { StatusBadge } from '../../ui/status.js'
import { useRemoveCardMutation } from './payment-api.js'

/** Lists saved cards, each with the button that removes it. */
export function CardList({ cards }: { cards: readonly CardView[] }) {
  const t = useT()
  const { nowMs } = useServices()
  return (
    <Card>
      <ul aria-label={t('payment.cards.title')}>
        {cards.map((card) => (
          <li
            key={card.cardId}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line px-6 py-4 last:border-b-0"
          >
            <div className="flex flex-col gap-1">
              <p className="text-15 font-medium">
                <CardName card={card} />
              </p>
              <p className="flex items-center gap-3 text-13 text-ink-2">
                {t('payment.cards.expires', { date: expiryOf(card) })}
                {hasExpired(card, nowMs) && <StatusBadge tone="warn">{t('payment.cards.expired')}</StatusBadge>}
              </p>
            </div>
            <RemoveButton card={card} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function CardName({ card }: { card: CardView }) {
  return (
    <bdi dir="ltr">
      {brandOf(card)} •••• {card.last4}
    </bdi>
  )
}

const BRANDS: Readonly<Record<string, string>> = {
  ...{ visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express', unionpay: 'UnionPay' },
  ...{ discover: 'Discover', diners: 'Diners Club', jcb: 'JCB' },
}
const brandOf = ({ brand }: CardView) => BRANDS[brand] ?? brand

/** Isolated from right-to-left text, which would swap month and year. */
const expiryOf = ({ expMonth, expYear }: CardView) => `\u2066${String(expMonth).padStart(2, '0')}/${expYear}\u2069`

/** Returns whether the card's last month has ended. */
export const hasExpired = ({ expMonth, expYear }: CardView, nowMs: number) => Date.UTC(expYear, expMonth, 1) <= nowMs

function RemoveButton({ card }: { card: CardView }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [remove, { isLoading }] = useRemoveCardMutation()
  const confirm = async () => {
    const { error } = await remove(card.cardId)
    setOpen(false)
    if (error) showToast({ kind: 'error', text: t('payment.cards.notRemoved') })
    else showToast({ kind: 'info', text: t('payment.cards.removed') })
  }
  const name = `${brandOf(card)} ${card.last4}`
  return (
    <>
      <Button
        kind="danger"
        size="s"
        aria-label={t('payment.cards.removeCard', { card: name })}
        onClick={() => setOpen(true)}
      >
        {t('payment.cards.remove')}
      </Button>
      {open && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={t('payment.cards.removeTitle')}
          actions={
            <>
              <Button kind="secondary" onClick={() => setOpen(false)}>
                {t('payment.cards.keep')}
              </Button>
              <Button busyText={isLoading && t('payment.cards.removing')} onClick={() => void confirm()}>
                {t('payment.cards.remove')}
              </Button>
            </>
          }
        >
          <p>{t('payment.cards.removeText')}</p>
          <p className="mt-2 text-ink">
            <CardName card={card} />
          </p>
        </Dialog>
      )}
    </>
  )
}
