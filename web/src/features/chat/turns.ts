import type { ChatServerFrame, Exchange, Rating } from '@hissa/contracts/chat'
import { languageFor } from '@hissa/texts'
import type { AppLocale } from '../../lib/locale.js'

type ResponseFrame = Extract<ChatServerFrame, { type: 'chatbot_response' }>

/** A finished answer, from a `chatbot_response` or a `resumed` frame. */
export type Answer = Omit<ResponseFrame, 'type' | 'id' | 'message'> & { text: string }

/**
 * `queued`: not sent yet, or to be sent again. `waiting`: sent, and its answer is not complete. `stopped`: by the user.
 * `failed`: `code` says why.
 */
export type TurnState = 'queued' | 'waiting' | 'answered' | 'stopped' | 'failed'

/** A question with what is known of its answer. */
export interface Turn {
  /** Sent with the question: the same id returns the same answer. */
  id: string
  text: string
  /** Language of the screen when it was asked. */
  language: AppLocale
  /** The property in view when it was asked. */
  propertyId?: string | undefined
  state: TurnState
  /** What the server says while it answers: "Mae is typing…". */
  typing?: string
  /** The sentences received so far. */
  partial: string
  answer?: Answer
  rating: Rating | null
  code?: string
}

export const isPending = ({ state }: Turn): boolean => state === 'queued' || state === 'waiting'

/** Returns the finished answer of a frame. */
export function answerOf({ type: _type, id: _id, message, ...rest }: ResponseFrame): Answer {
  return { ...rest, text: message }
}

/**
 * Adds the exchanges that the server returned to the turns of this tab, in the order of the conversation. Returns also
 * the ids of the pending turns that they answer. A turn that the user stopped stays stopped.
 */
export function mergeExchanges(
  turns: readonly Turn[],
  exchanges: readonly Exchange[],
): { turns: Turn[]; finished: string[] } {
  const returned = new Set(exchanges.map(({ messageId }) => messageId))
  const finished: string[] = []
  const merged = exchanges.map((exchange) => {
    const turn = turns.find(({ id }) => id === exchange.messageId)
    if (turn?.state === 'stopped' || turn?.state === 'answered') return turn
    if (turn && isPending(turn)) finished.push(turn.id)
    return turnOf(exchange, turn)
  })
  const others = turns.filter(({ id }) => !returned.has(id))
  const earlier = others.filter((turn) => !isPending(turn))
  return { turns: [...earlier, ...merged, ...others.filter(isPending)], finished }
}

function turnOf({ messageId, text, reply, rating }: Exchange, asked?: Turn): Turn {
  const { messageId: _, ...answer } = reply
  return {
    language: languageFor(reply.language),
    ...asked,
    id: messageId,
    text,
    state: 'answered',
    partial: '',
    answer,
    rating,
  }
}
