import type { OrderHold, OrderState, StaffOrderRow } from '@hissa/contracts/investment'
import { useBusinessNow } from '../../api/business-clock.js'
import { usePropertyTitle } from '../../api/property-title.js'
import { useT } from '../../i18n/i18n.js'
import { StatusBadge, type Tone } from '../../ui/status.js'
import { type PartProps, Proposal, subjectOf } from './parts.js'
import { ResolutionActions } from './resolution-actions.js'

const TONES: Record<OrderState, Tone> = {
  ...{ reserved: 'neutral', paid: 'info', cooling_off: 'info', allotted: 'good', issued: 'good' },
  ...{ expired: 'neutral', failed: 'neutral', cancelled: 'warn', refunding: 'warn', refunded: 'neutral' },
}

type Registering = Pick<StaffOrderRow, 'state' | 'coolingOffEndsAt' | 'dispute' | 'holds'>

/** Returns whether an order is registered once the title deed is filed: its cooling-off period ended by `nowMs`. */
export const awaitsDeed = ({ state, coolingOffEndsAt, dispute, holds }: Registering, nowMs: number): boolean =>
  state === 'cooling_off' &&
  coolingOffEndsAt !== undefined &&
  Date.parse(coolingOffEndsAt) <= nowMs &&
  dispute !== 'open' &&
  holds === undefined

/** Returns a function that gives the label of an order's state. */
export function useOrderStateText(): (order: Registering) => string {
  const t = useT()
  const now = useBusinessNow()
  return (order) => t(awaitsDeed(order, now()) ? 'finance.awaitingDeed' : `finance.orderState.${order.state}`)
}

/** Shows an order's state, its dispute, and why it is on hold. */
export function OrderBadges({ order }: { order: StaffOrderRow }) {
  const t = useT()
  const { state, dispute, holds = [] } = order
  return (
    <>
      <StatusBadge tone={TONES[state]}>{useOrderStateText()(order)}</StatusBadge>
      {dispute && <StatusBadge tone={DISPUTES[dispute]}>{t(`finance.dispute.${dispute}`)}</StatusBadge>}
      <HoldBadges holds={holds} />
    </>
  )
}

/** Shows why an order is on hold. */
export function HoldBadges({ holds }: { holds: readonly OrderHold[] }) {
  const t = useT()
  return holds.map((hold) => (
    <StatusBadge key={hold} tone="warn">
      {t(`finance.hold.${hold}`)}
    </StatusBadge>
  ))
}

const DISPUTES = { open: 'bad', won: 'good', lost: 'neutral' } as const

/** Shows an order's state, its dispute and holds, and its proposal. */
export function OrderStateView({ order }: { order: StaffOrderRow }) {
  return (
    <span className="inline-flex flex-col items-end gap-1 whitespace-nowrap md:items-start">
      <OrderBadges order={order} />
      {order.pending && <Proposal pending={order.pending} brief />}
    </span>
  )
}

interface OrderActionsProps extends PartProps {
  order: StaffOrderRow
  inDetail?: boolean
}

/** Offers what staff may decide or retry for an order; in its details also what they may propose. */
export function OrderActions({ order, inDetail = false, ...props }: OrderActionsProps) {
  const t = useT()
  const property = usePropertyTitle(order.property)
  return (
    <ResolutionActions
      {...props}
      {...{ inDetail, about: `${order.reference} · ${property}`, none: inDetail ? t('finance.noActions') : '' }}
      {...{ pending: order.pending, own: order.own }}
      subject={subjectOf('order', order.orderId)}
      types={inDetail ? order.actions : []}
      retry={order.rejected !== undefined && !order.pending}
    />
  )
}
