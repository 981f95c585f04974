import type { OpenOrderLink } from '@hissa/contracts/investment'
import { type Fils, fils } from '@hissa/money'
import type { MessageId } from '../i18n/i18n.js'
import type { ApiError } from './problem.js'

/** Reasons why no shares can be reserved because of unpaid reservations. */
export type ReservationRefusal =
  /** Unpaid orders have to be paid or released first. */
  | { kind: 'open'; text: MessageId; orders: readonly OpenOrderLink[] }
  /** Too many reservations ended unpaid; the next order is possible at `until`. */
  | { kind: 'paused'; until: string }
  | { kind: 'tooLarge'; maximumFils: Fils }

/** Returns the reason in an error of the unpaid-reservation limits; null for any other error. */
export function reservationRefusal({ code, problem }: ApiError): ReservationRefusal | null {
  switch (code) {
    case 'RESERVATION_OPEN':
      return { kind: 'open', text: 'ui.reservation.open', orders: openOrders(problem) }
    case 'TOO_MANY_RESERVATIONS':
      return { kind: 'open', text: 'ui.reservation.tooMany', orders: openOrders(problem) }
    case 'RESERVATIONS_PAUSED':
      return typeof problem['retryAt'] === 'string' ? { kind: 'paused', until: problem['retryAt'] } : null
    case 'RESERVATION_TOO_LARGE': {
      const maximum = problem['maximumAmountFils']
      return typeof maximum === 'number' ? { kind: 'tooLarge', maximumFils: fils(maximum) } : null
    }
    default:
      return null
  }
}

const openOrders = ({ openOrders }: Record<string, unknown>) =>
  Array.isArray(openOrders) ? (openOrders as OpenOrderLink[]) : []
