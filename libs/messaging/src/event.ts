import type { CloudEvent, EventContract, EventData } from '@hissa/contracts'
import { currentTraceparent, newId, parseOrProblem } from '@hissa/kernel'
import { subjectOf } from './connection.js'

export interface NewEvent<C extends EventContract = EventContract> {
  /** Id of the entity that the event is about. */
  aggregateId: string
  /** The aggregate's version after the change; a projection applies only a newer one. */
  version: number
  data: EventData<C>
  /** Time of the event by the business clock. */
  time: Date
  /** Set it when the same event may be created twice; by default a new id is created. */
  eventId?: string
}

/**
 * Creates the CloudEvents envelope of an event. Throws VALIDATION_FAILED in the publisher for data that breaks the
 * contract.
 */
export function newEvent<C extends EventContract>(contract: C, event: NewEvent<C>): CloudEvent<EventData<C>> {
  const traceparent = currentTraceparent()
  return {
    specversion: '1.0',
    id: event.eventId ?? newId(),
    type: contract.type,
    source: `/hissa/${contract.type.split('.')[0]}`,
    subject: event.aggregateId,
    time: event.time.toISOString(),
    datacontenttype: 'application/json',
    version: event.version,
    ...(traceparent ? { traceparent } : {}),
    data: parseOrProblem(contract.data, event.data) as EventData<C>,
  }
}

/**
 * A row of the outbox. `unsent` is removed once the stream has acknowledged it; `seq` is its sequence number there and
 * `sentAt` the time of its first publication, which republishing keeps.
 */
export interface OutboxRow {
  _id: string
  subject: string
  event: CloudEvent
  unsent?: true
  seq?: number
  sentAt?: Date
}

/** Returns the row, for code that writes its own batch, such as the ledger's commit. */
export const outboxRow = (event: CloudEvent): OutboxRow => ({
  _id: event.id,
  subject: subjectOf(event.type),
  event,
  unsent: true,
})
