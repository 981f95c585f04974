import { wallNow, type Timing } from '@hissa/kernel'
import type { JsMsg } from '@nats-io/jetstream'
import { deadStreamOf, type Bus } from './connection.js'

/** A message that could not be handled, with the reason. */
export interface DeadLetter {
  /** Sequence number in the dead-letter stream. */
  seq: number
  consumer: string
  subject: string
  reason: string
  at: string
  body: string
}

/** Publishes a message and the reason to the service's dead-letter stream. Idempotent by message id. */
export async function publishDeadLetter(
  bus: Bus,
  service: string,
  consumer: string,
  message: JsMsg,
  reason: string,
  timing: Timing,
): Promise<void> {
  const at = wallNow(timing).toISOString()
  const letter = { consumer, subject: message.subject, reason, at, body: message.string() }
  const { stream, streamSequence, timestampNanos } = message.info
  await bus.js.publish(`dead.${service}.${consumer}`, JSON.stringify(letter), {
    // A recreated stream starts at 1 again, so the sequence number alone would also match an earlier message.
    msgID: `${consumer}:${stream}:${streamSequence}:${timestampNanos}`,
  })
}

/** Lists the dead-letter queue of a service, oldest first. */
export async function listDeadLetters(bus: Bus, service: string): Promise<DeadLetter[]> {
  const { state } = await bus.jsm.streams.info(deadStreamOf(service))
  const letters: DeadLetter[] = []
  for (let seq = state.first_seq; state.messages > 0 && seq <= state.last_seq; seq += 1) {
    const stored = await bus.jsm.streams.getMessage(deadStreamOf(service), { seq }).catch(absent)
    if (stored) letters.push({ seq, ...stored.json<Omit<DeadLetter, 'seq'>>() })
  }
  return letters
}

/**
 * Republishes dead-letter messages to their original subject and removes them. Consumers that already handled the event
 * skip it by their inbox. With `dryRun` it only returns them.
 */
export async function replayDeadLetters(
  bus: Bus,
  service: string,
  options: { consumer?: string; dryRun: boolean; onProgress?: (done: number, total: number) => void },
): Promise<DeadLetter[]> {
  const letters = (await listDeadLetters(bus, service)).filter(
    (letter) => !options.consumer || letter.consumer === options.consumer,
  )
  if (options.dryRun) return letters
  for (const [index, letter] of letters.entries()) {
    await bus.js.publish(letter.subject, letter.body, { msgID: `replay:${service}:${letter.seq}:${letter.at}` })
    await bus.jsm.streams.deleteMessage(deadStreamOf(service), letter.seq)
    options.onProgress?.(index + 1, letters.length)
  }
  return letters
}

const NO_MESSAGE_FOUND = 10037

function absent(error: unknown): null {
  if ((error as { code?: number }).code === NO_MESSAGE_FOUND || /no message found/i.test(String(error))) return null
  throw error
}
