import type { OrderState, StaffOrderRow } from '@hissa/contracts/investment'
import { useT } from '../../i18n/i18n.js'
import { StatusBadge, type Tone } from '../../ui/status.js'
import { type PartProps, Proposal, subjectOf } from './parts.js'
import { ResolutionActions } from './resolution-actions.js'

const TONES: Record<OrderState, Tone> = {
  ...{ reserved: 'neutral', paid: 'info', cooling_off: 'info', allotted: 'good', issued: 'good' },
  ...{ expired: 'neutral', failed: 'neutral', cancelled: 'warn', refunding: 'warn', refunded: 'neutral' },
}

/** Shows an order's state, and its dispute or proposal. */
export function OrderStateView({ order: { state, dispute, pending } }: { order: StaffOrderRow }) {
  const t = useT()
  return (
    <span className="inline-flex flex-col items-end gap-1 md:items-start">
      <StatusBadge tone={TONES[state]}>{t(`finance.orderState.${state}`)}</StatusBadge>
      {dispute && (
        <StatusBadge tone={dispute === 'won' ? 'good' : 'bad'}>{t(`finance.dispute.${dispute}`)}</StatusBadge>
      )}
      {pending && <Proposal pending={pending} />}
    </span>
  )
}

/** Offers what staff may propose for an order. */
export function OrderActions({ order, ...props }: PartProps & { order: StaffOrderRow }) {
  return (
    <ResolutionActions
      {...props}
      {...{ pending: order.pending, own: order.own }}
      subject={subjectOf('order', order.orderId)}
      types={order.actions}
      retry={order.rejected !== undefined && !order.pending}
    />
  )
}
