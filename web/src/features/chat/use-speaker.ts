import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useServices } from '../../api/services.js'
import type { AppStore } from '../../api/store.js'
import { useT } from '../../i18n/i18n.js'
import { log } from '../../lib/log.js'
import { showToast } from '../../lib/toast.js'
import type { ChatState } from './chat-client.js'
import { useAmountsHidden } from '../../lib/use-amounts-hidden.js'
import { maskText, ownAmounts } from './masked.js'
import { refusalOfSpeech } from './refusals.js'
import { NotSpoken, Speaker, type SpeechState } from './speaker.js'
import { spokenParts } from './spoken-parts.js'
import type { Answer } from './turns.js'

const speakers = new WeakMap<AppStore, Speaker>()

/** Returns what reads answers aloud on this page, with its state. */
export function useSpeaker(): [Speaker, SpeechState] {
  const { store, session } = useServices()
  let speaker = speakers.get(store)
  if (!speaker) speakers.set(store, (speaker = new Speaker(session)))
  return [speaker, useSyncExternalStore(speaker.subscribe, speaker.get, speaker.get)]
}

/** Returns a function that reads an answer aloud, without the amounts that the user hides. */
export function useSpeak(): (id: string, answer: Answer) => void {
  const t = useT()
  const [speaker] = useSpeaker()
  const isHidden = useAmountsHidden()
  return useCallback(
    (id, answer) => {
      const hidden = isHidden ? ownAmounts(answer) : []
      const word = t('ui.amounts.hidden')
      const parts = spokenParts(answer.sentences.map(({ text }) => maskText(text, hidden, word)))
      speaker.speak(id, parts, answer.language).catch((error: unknown) => {
        log('warn', 'An answer could not be read aloud', error)
        const code = error instanceof NotSpoken ? error.code : ''
        showToast({ kind: 'error', text: t(refusalOfSpeech(code)) })
      })
    },
    [speaker, isHidden, t],
  )
}

/**
 * Reads new answers aloud if the user wants that, while the panel is shown. Stops when it closes, when another question
 * is asked, and when amounts are hidden.
 */
export function useSpokenReplies({ news, turns }: Pick<ChatState, 'news' | 'turns'>): void {
  const [speaker, { isOn, isAvailable }] = useSpeaker()
  const speak = useSpeak()
  const isHidden = useAmountsHidden()
  const [seen, setSeen] = useState(news.number)
  useEffect(() => {
    void speaker.check()
    return () => speaker.stop()
  }, [speaker])
  const asked = turns.at(-1)?.id
  useEffect(() => () => speaker.stop(), [speaker, asked, isHidden])
  useEffect(() => {
    if (news.number === seen) return
    setSeen(news.number)
    const newest = turns.findLast(({ id, answer }) => news.ids.includes(id) && answer !== undefined)
    if (isOn && isAvailable !== false && newest?.answer) speak(newest.id, newest.answer)
  }, [news, seen, turns, isOn, isAvailable, speak])
}
