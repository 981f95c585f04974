import type { OrderExpired } from '@hissa/contracts/investment'
import type { ReceivedEvent } from '@hissa/messaging'
import type { OrderAmounts } from '../messages/message.js'

/** Returns what a message says of the order of an event, with the event's business time. */
export function amountsOf({ data, time }: Pick<ReceivedEvent<typeof OrderExpired>, 'data' | 'time'>): OrderAmounts {
  const { orderId, propertyId, units, amountFils, feeFils, totalFils } = data
  return { orderId, propertyId, units, amountFils, feeFils, totalFils, at: new Date(time) }
}
