import type { Logger } from '@hissa/kernel'
import type { SuspenseItem } from './suspense.js'

/** Logs an alarm for each item that has just opened. Call it once their commit is durable. */
export function reportOpened(logger: Logger, items: readonly SuspenseItem[]): void {
  for (const { _id: itemId, kind, orderId } of items)
    logger.error({ itemId, kind, orderId, alarm: 'SUSPENSE_OPENED' }, 'an item opened in suspense')
}
