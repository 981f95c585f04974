import { useId } from 'react'
import { useT } from '../../i18n/i18n.js'
import { IconButton } from '../../ui/button.js'
import { Icon } from '../../ui/icons.js'
import type { Answer } from './turns.js'
import { useSpeak, useSpeaker } from './use-speaker.js'

const SWITCH =
  'relative h-6 w-10 shrink-0 cursor-pointer appearance-none rounded-full border border-field bg-sunken transition-colors before:absolute before:start-[3px] before:top-[3px] before:size-4 before:rounded-full before:bg-ink-2 checked:border-primary checked:bg-primary checked:before:start-[19px] checked:before:bg-on-primary disabled:cursor-default disabled:opacity-50'

/** The switch that makes new answers be read aloud, with their volume and a button that stops them. */
export function SpeakReplies() {
  const t = useT()
  const id = useId()
  const [speaker, { isAvailable, isOn, volume, speaking }] = useSpeaker()
  const isMissing = isAvailable === false
  return (
    <div className="flex min-h-11 items-center gap-3 border-b border-line ps-5 pe-2 text-13">
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center gap-2.5">
        <input
          id={id}
          type="checkbox"
          role="switch"
          checked={isOn && !isMissing}
          disabled={isMissing}
          aria-describedby={isMissing ? `${id}-missing` : undefined}
          onChange={(event) => speaker.turn(event.target.checked)}
          className={SWITCH}
        />
        {t('chat.speech.switch')}
      </label>
      {isMissing && (
        <span id={`${id}-missing`} className="text-ink-2">
          {t('chat.refused.speechUnavailable')}
        </span>
      )}
      {!isMissing && (isOn || speaking !== null) && (
        <input
          type="range"
          min={0}
          max={1}
          step={0.1}
          value={volume}
          aria-label={t('chat.speech.volume')}
          aria-valuetext={`${Math.round(volume * 100)}%`}
          onChange={(event) => speaker.setVolume(event.target.valueAsNumber)}
          className="ms-auto h-11 w-24 min-w-0 cursor-pointer accent-primary"
        />
      )}
      {speaking !== null && (
        <IconButton label={t('chat.speech.stop')} onClick={() => speaker.stop()}>
          <Icon name="stop" />
        </IconButton>
      )}
    </div>
  )
}

/** Reads one answer aloud, or stops it. Absent where the server can't read texts aloud. */
export function SpeakButton({ id, answer }: { id: string; answer: Answer }) {
  const t = useT()
  const speak = useSpeak()
  const [speaker, { isAvailable, speaking }] = useSpeaker()
  if (isAvailable !== true) return null
  const isSpeaking = speaking === id
  return (
    <IconButton
      label={t(isSpeaking ? 'chat.speech.stop' : 'chat.speech.read')}
      onClick={() => (isSpeaking ? speaker.stop() : speak(id, answer))}
      className="md:size-8"
    >
      <Icon name={isSpeaking ? 'stop' : 'sound'} size={16} />
    </IconButton>
  )
}
