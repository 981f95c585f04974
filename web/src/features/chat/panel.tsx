import { LONGEST_MESSAGE } from '@hissa/contracts/chat/limits'
import { useEffect, useId, useLayoutEffect, useRef, useState, type FocusEvent, type RefObject } from 'react'
import { useT } from '../../i18n/i18n.js'
import { log } from '../../lib/log.js'
import { repeatableImport } from '../../lib/repeatable-import.js'
import { showToast } from '../../lib/toast.js'
import { IconButton } from '../../ui/button.js'
import { Icon } from '../../ui/icons.js'
import { TextLink } from '../../ui/link.js'
import { StatusBadge, type Tone } from '../../ui/status.js'
import type { ChatClient, Connection } from './chat-client.js'
import { COUNTED_FROM, Composer } from './composer.js'
import type { HandoverForm } from './handover-form.js'
import { News } from './news.js'
import { SpeakReplies } from './speak-replies.js'
import { QuickReplies, Suggestions } from './quick-replies.js'
import { RatedTurn } from './rated-turn.js'
import type { Turn } from './turns.js'
import { useAsk, useChat } from './use-chat.js'
import { useSpokenReplies } from './use-speaker.js'

const loadHandover = repeatableImport(() => import('./handover-form.js'))
const TONES: Record<Connection, Tone> = { connecting: 'info', online: 'good', offline: 'warn' }
const WIDE = '(min-width: 768px)'
/** Space above a question that is scrolled to the top. */
const ABOVE_PX = 12

/** The conversation with the assistant: a panel beside the page, on phones a sheet over it. Never modal. */
export function ChatPanel({ onClose }: { onClose: () => void }) {
  const titleId = useId()
  const welcomeId = useId()
  const [client, state] = useChat()
  const ask = useAsk(client)
  const handover = useHandoverForm()
  const box = useRef<HTMLElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const { connection, conversationId, turns, typed, news, handedOverAt } = state

  useOpening(client, box, field)
  useSpokenReplies(state)
  const send = (text: string) => {
    ask(text)
    if (text === typed) client.type('')
  }
  const leavePerson = () => {
    handover.close()
    setTimeout(() => field.current?.focus())
  }
  const last = turns.at(-1)
  const canHandOver = conversationId !== null && turns.some(({ answer }) => answer !== undefined)
  return (
    <section
      ref={box}
      role="dialog"
      tabIndex={-1}
      aria-labelledby={titleId}
      aria-describedby={welcomeId}
      onBlur={(event) => leavesSheet(event) && onClose()}
      className="chat-panel no-print fixed z-30 flex flex-col border-line bg-surface text-ink outline-none"
    >
      <Head
        titleId={titleId}
        connection={connection}
        onRestart={turns.length > 0 && !handover.Form ? () => client.restart() : undefined}
        onClose={onClose}
      />
      <SpeakReplies />
      {handover.Form && conversationId !== null ? (
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          <handover.Form
            conversationId={conversationId}
            sentAt={handedOverAt}
            onSent={(at) => client.handedOver(at)}
            onBack={leavePerson}
          />
        </div>
      ) : (
        <>
          <Log lastId={last?.id} progress={`${turns.length} ${last?.state} ${last?.partial.length}`}>
            <Turns
              welcomeId={welcomeId}
              turns={turns}
              onAsk={send}
              onRestart={() => client.restart()}
              onPerson={handover.open}
            />
          </Log>
          <div className="border-t border-line px-4 pt-3 pb-[max(8px,env(safe-area-inset-bottom))]">
            <TurnComposer field={field} onSend={() => send(typed)} />
            <Foot onPerson={canHandOver ? handover.open : undefined} />
          </div>
        </>
      )}
      <News news={news} turns={turns} left={typed.length < COUNTED_FROM ? null : LONGEST_MESSAGE - typed.length} />
    </section>
  )
}

/** Returns the form that asks for a person while it is open. Its code is loaded when it is first opened. */
function useHandoverForm() {
  const t = useT()
  const [form, setForm] = useState<{ Form: typeof HandoverForm }>()
  const open = async () => {
    try {
      setForm({ Form: (await loadHandover()).HandoverForm })
    } catch (error) {
      log('warn', 'The form that asks for a person could not be loaded', error)
      showToast({ kind: 'error', text: t('shell.chat.notLoaded') })
    }
  }
  return { Form: form?.Form, open: () => void open(), close: () => setForm(undefined) }
}

/** Connects while the panel is shown, and moves the focus into it. */
function useOpening(
  client: ChatClient,
  box: RefObject<HTMLElement | null>,
  field: RefObject<HTMLTextAreaElement | null>,
): void {
  useEffect(() => {
    client.open()
    return () => client.close()
  }, [client])
  // On phones the keyboard of a focused field would cover the suggestions.
  useEffect(() => (matchMedia(WIDE).matches ? field.current : box.current)?.focus(), [box, field])
}

/** Returns whether the focus leaves the sheet of a phone, which covers the page: it must not go on behind it. */
const leavesSheet = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): boolean =>
  relatedTarget !== null && !currentTarget.contains(relatedTarget) && !matchMedia(WIDE).matches

/** Renders the field with what is typed; while an answer is written, its button stops the answer. */
function TurnComposer({ field, onSend }: { field: RefObject<HTMLTextAreaElement | null>; onSend: () => void }) {
  const [client, { turns, typed }] = useChat()
  const waiting = turns.find((turn) => turn.state === 'waiting')
  return (
    <Composer
      field={field}
      typed={typed}
      onType={(text) => client.type(text)}
      onSend={onSend}
      onStop={waiting && (() => client.stop(waiting.id))}
    />
  )
}

interface HeadProps {
  titleId: string
  connection: Connection
  /** Begins another conversation; undefined if there is none to leave. */
  onRestart: (() => void) | undefined
  onClose: () => void
}

function Head({ titleId, connection, onRestart, onClose }: HeadProps) {
  const t = useT()
  return (
    <div className="flex items-center gap-3 border-b border-line py-2 ps-5 pe-2">
      <h2 id={titleId} className="text-18">
        {t('chat.title')}
      </h2>
      <StatusBadge tone={TONES[connection]}>{t(`chat.${connection}`)}</StatusBadge>
      <span className="ms-auto flex">
        {onRestart && (
          <IconButton label={t('chat.restart')} onClick={onRestart}>
            <Icon name="plus" />
          </IconButton>
        )}
        <IconButton label={t('chat.close')} onClick={onClose}>
          <Icon name="cross" />
        </IconButton>
      </span>
    </div>
  )
}

/** States what the answers are, and leads to a person: by a request, or before the first answer by the contact page. */
function Foot({ onPerson }: { onPerson: (() => void) | undefined }) {
  const t = useT()
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 text-12 text-ink-2 md:min-h-9">
      <p>{t('chat.notice')}</p>
      {onPerson ? (
        <button
          type="button"
          onClick={onPerson}
          className="min-h-11 text-12 text-primary underline underline-offset-3 md:min-h-8"
        >
          {t('chat.person')}
        </button>
      ) : (
        <TextLink to="/contact" className="inline-flex min-h-11 items-center text-12 md:min-h-8">
          {t('chat.contact')}
        </TextLink>
      )}
    </div>
  )
}

interface TurnsProps {
  welcomeId: string
  turns: readonly Turn[]
  onAsk: (text: string) => void
  onRestart: () => void
  onPerson: () => void
}

function Turns({ welcomeId, turns, onAsk, onRestart, onPerson }: TurnsProps) {
  const t = useT()
  const replies = turns.at(-1)?.answer?.quickReplies ?? []
  return (
    <>
      <p id={welcomeId} className="text-15">
        {t('chat.greeting')}
      </p>
      {turns.length === 0 && <Suggestions onAsk={onAsk} />}
      {turns.map((turn) => (
        <RatedTurn key={turn.id} turn={turn} onRestart={onRestart} />
      ))}
      {replies.length > 0 && <QuickReplies replies={replies} onAsk={onAsk} onPerson={onPerson} />}
    </>
  )
}

/** The scrolled part. Shows the last question and the beginning of its answer. */
function Log({
  lastId,
  progress,
  children,
}: {
  lastId: string | undefined
  progress: string
  children: React.ReactNode
}) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const list = box.current
    const turn = lastId === undefined ? null : list?.querySelector<HTMLElement>(`[data-turn="${CSS.escape(lastId)}"]`)
    if (list && turn) list.scrollTop = turn.offsetTop - ABOVE_PX
  }, [lastId, progress])
  return (
    <div
      ref={box}
      role="group"
      tabIndex={0}
      aria-label={t('chat.conversation')}
      className="relative flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto overscroll-contain px-5 py-4 -outline-offset-2!"
    >
      {children}
    </div>
  )
}
