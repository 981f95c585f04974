import type { Rating } from '@hissa/contracts/chat'
import { languageFor } from '@hissa/texts'
import { useT } from '../../i18n/i18n.js'
import { directionOf } from '../../lib/locale.js'
import { cx } from '../../lib/cx.js'
import { Button, IconButton } from '../../ui/button.js'
import { CopyButton } from '../../ui/chain-name.js'
import { Icon } from '../../ui/icons.js'
import { Figures } from './figures.js'
import { useAmountsHidden } from '../../lib/use-amounts-hidden.js'
import { MaskedText, maskText, ownAmounts } from './masked.js'
import { refusalOfChat } from './refusals.js'
import { SpeakButton } from './speak-replies.js'
import { SourceNumber, Sources } from './sources.js'
import type { Answer, Turn } from './turns.js'

interface TurnViewProps {
  turn: Turn
  isOffline: boolean
  onRetry: () => void
  onRestart: () => void
  onRate: (rating: Rating) => void
}

/** Codes after which only another conversation helps. */
const ENDED = ['CHAT_CONVERSATION_FULL', 'NOT_FOUND']

/** Shows a question with its progress, its answer, or the reason why there is none. */
export function TurnView({ turn, isOffline, onRetry, onRestart, onRate }: TurnViewProps) {
  const t = useT()
  const { state, text, answer, code = '' } = turn
  return (
    <div data-turn={turn.id} className="flex flex-col gap-3">
      <div className="max-w-[85%] self-end rounded-m bg-primary-soft px-3.5 py-2 text-15 break-words whitespace-pre-wrap text-ink">
        <span className="sr-only">{t('chat.you')} </span>
        <bdi>{text}</bdi>
      </div>
      {state === 'queued' && (
        <p className="self-end text-end text-13 text-ink-2">{t(isOffline ? 'chat.queued' : 'chat.sending')}</p>
      )}
      {answer ? (
        <FinishedAnswer id={turn.id} answer={answer} rating={turn.rating} onRate={onRate} />
      ) : (
        <div aria-busy={state === 'waiting'}>
          <Partial turn={turn} />
        </div>
      )}
      {state === 'stopped' && <Ended text={t('chat.stopped')} action={t('chat.retry')} onPress={onRetry} />}
      {state === 'failed' &&
        (ENDED.includes(code) ? (
          <Ended text={t(refusalOfChat(code))} action={t('chat.restart')} onPress={onRestart} isProblem />
        ) : (
          <Ended text={t(refusalOfChat(code))} action={t('chat.retry')} onPress={onRetry} isProblem />
        ))}
    </div>
  )
}

/** Shows the sentences received so far; which of their amounts to hide is known only with the whole answer. */
function Partial({ turn: { partial, typing, state } }: { turn: Turn }) {
  const t = useT()
  const isHidden = useAmountsHidden()
  return (
    <>
      {partial !== '' && !isHidden && (
        <p dir="auto" className="text-15 break-words">
          {partial}
        </p>
      )}
      {state === 'waiting' && (
        <p className="mt-1 flex items-center gap-2 text-13 text-ink-2">
          <span aria-hidden="true" className="chat-dots" />
          {typing ?? t('chat.isTyping')}
        </p>
      )}
    </>
  )
}

function Ended({
  text,
  action,
  onPress,
  isProblem = false,
}: {
  text: string
  action: string
  onPress: () => void
  isProblem?: boolean
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13">
      <p className={cx('flex items-start gap-1.5', isProblem ? 'text-bad' : 'text-ink-2')}>
        {isProblem && <Icon name="alert" size={16} className="mt-0.5" />}
        {text}
      </p>
      <Button kind="secondary" size="s" onClick={onPress}>
        {action}
      </Button>
    </div>
  )
}

interface FinishedAnswerProps {
  /** Of the turn. */
  id: string
  answer: Answer
  rating: Rating | null
  onRate: (rating: Rating) => void
}

function FinishedAnswer({ id, answer, rating, onRate }: FinishedAnswerProps) {
  const t = useT()
  const isHidden = useAmountsHidden()
  const hidden = isHidden ? ownAmounts(answer) : []
  const { sentences, citations, figures, language } = answer
  return (
    <div>
      <div lang={language} dir={directionOf(languageFor(language))}>
        <p className="text-15 break-words">
          <span className="sr-only">{t('chat.mae')} </span>
          {sentences.map((sentence, index) => (
            <span key={index}>
              <MaskedText text={sentence.text} amounts={hidden} />{' '}
              {sourcesAfter(sentences, index).map((number) => (
                <span key={number}>
                  <SourceNumber number={number} />{' '}
                </span>
              ))}
            </span>
          ))}
        </p>
      </div>
      <Figures figures={figures} isHidden={hidden.length > 0} />
      <Sources citations={citations} />
      <div className="mt-1 -ms-2.5 flex items-center text-ink-2 md:-ms-2">
        {(['up', 'down'] as const).map((each) => (
          <IconButton
            key={each}
            label={t(each === 'up' ? 'chat.helpful' : 'chat.notHelpful')}
            aria-pressed={rating === each}
            onClick={() => rating !== each && onRate(each)}
            className={cx('md:size-8', rating === each && 'bg-primary-soft text-primary!')}
          >
            <Icon name={`thumb-${each}`} size={16} />
          </IconButton>
        ))}
        <SpeakButton id={id} answer={answer} />
        <CopyButton text={maskText(answer.text, hidden, t('ui.amounts.hidden'))} label={t('chat.answer')} />
      </div>
    </div>
  )
}

/** Returns the sources to name after a sentence: none if the next sentence is from the same ones. */
function sourcesAfter(sentences: Answer['sentences'], index: number): readonly number[] {
  const { citations } = sentences[index]!
  return String(sentences[index + 1]?.citations) === String(citations) ? [] : citations
}
