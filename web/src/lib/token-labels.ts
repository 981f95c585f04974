import type { TokenState } from '@hissa/contracts/tokenisation'
import type { MessageId } from '../i18n/i18n.js'
import type { Tone } from '../ui/status.js'

/** The label and tone of each state of a token. */
export const TOKEN_STATES: Record<TokenState, { tone: Tone; word: MessageId }> = {
  awaiting_title: { tone: 'neutral', word: 'ui.token.awaitingTitle' },
  deploying: { tone: 'info', word: 'ui.token.deploying' },
  live: { tone: 'good', word: 'ui.token.live' },
  halted: { tone: 'bad', word: 'ui.token.halted' },
}
