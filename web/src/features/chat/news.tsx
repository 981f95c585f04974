import { useState } from 'react'
import { useT } from '../../i18n/i18n.js'
import type { ChatState } from './chat-client.js'
import { useAmountsHidden } from '../../lib/use-amounts-hidden.js'
import { maskText, ownAmounts } from './masked.js'
import { refusalOfChat } from './refusals.js'
import type { Turn } from './turns.js'

/** How many characters may be left when that is announced. */
const LEFT = [50, 25, 10, 0]

interface NewsProps {
  news: ChatState['news']
  turns: readonly Turn[]
  /** Characters left in the field; null while they are not counted. */
  left: number | null
}

/**
 * The panel's only live region. Announces each answer once, when it is complete or has failed while the panel is open,
 * and how many characters are left.
 */
export function News({ news, turns, left }: NewsProps) {
  const t = useT()
  const isHidden = useAmountsHidden()
  // What finished before the panel opened was announced then, or is read in the conversation.
  const [before] = useState(news.number)
  const step = left === null ? undefined : LEFT.findLast((each) => left <= each)
  const spoken = news.number === before ? [] : turns.filter(({ id }) => news.ids.includes(id))
  const textOf = ({ answer, code = '' }: Turn) => {
    if (!answer) return t(refusalOfChat(code))
    return `${t('chat.mae')} ${maskText(answer.text, isHidden ? ownAmounts(answer) : [], t('ui.amounts.hidden'))}`
  }
  return (
    <div aria-live="polite" className="sr-only">
      {spoken.map((turn) => (
        <p key={`${news.number} ${turn.id}`} lang={turn.answer?.language}>
          {textOf(turn)}
        </p>
      ))}
      {step !== undefined && <p key={step}>{t('chat.left', { count: step })}</p>}
    </div>
  )
}
