import type { Rating } from '@hissa/contracts/chat'
import { useT } from '../../i18n/i18n.js'
import { log } from '../../lib/log.js'
import { showToast } from '../../lib/toast.js'
import { useRateAnswerMutation } from './chat-api.js'
import { TurnView } from './turn-view.js'
import type { Turn } from './turns.js'
import { useChat } from './use-chat.js'

/** Shows a turn of the conversation, and stores the rating of its answer. */
export function RatedTurn({ turn, onRestart }: { turn: Turn; onRestart: () => void }) {
  const t = useT()
  const [client, { connection, conversationId }] = useChat()
  const [rateAnswer] = useRateAnswerMutation()
  const rate = async (rating: Rating) => {
    if (conversationId === null) return
    const before = turn.rating
    client.rated(turn.id, rating)
    try {
      await rateAnswer({ conversationId, messageId: turn.id, rating }).unwrap()
    } catch (error) {
      log('warn', 'The rating was not saved', error)
      client.rated(turn.id, before)
      showToast({ kind: 'error', text: t('chat.notRated') })
    }
  }
  return (
    <TurnView
      turn={turn}
      isOffline={connection === 'offline'}
      onRetry={() => client.retry(turn.id)}
      onRestart={onRestart}
      onRate={(rating) => void rate(rating)}
    />
  )
}
