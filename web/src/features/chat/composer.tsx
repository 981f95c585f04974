import { LONGEST_MESSAGE } from '@hissa/contracts/chat/limits'
import { useId, type KeyboardEvent, type Ref } from 'react'
import { useT } from '../../i18n/i18n.js'
import { IconButton } from '../../ui/button.js'
import { Form } from '../../ui/form.js'
import { Icon } from '../../ui/icons.js'

/** Length from which the characters are counted. */
export const COUNTED_FROM = 450

interface ComposerProps {
  typed: string
  onType: (text: string) => void
  onSend: () => void
  /** Stops the answer that is being written; undefined if there is none. */
  onStop: (() => void) | undefined
  field: Ref<HTMLTextAreaElement>
}

/** Renders the field for a question. Enter sends, Shift and Enter begin a line. */
export function Composer({ typed, onType, onSend, onStop, field }: ComposerProps) {
  const t = useT()
  const id = useId()
  const isCounted = typed.length >= COUNTED_FROM
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (!onStop) onSend()
  }
  return (
    <Form
      className="gap-1!"
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      <label htmlFor={id} className="sr-only">
        {t('chat.question')}
      </label>
      <div className="flex items-end gap-2 rounded-m border border-field bg-surface p-1 ps-3.5 has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-offset-2 has-[textarea:focus-visible]:outline-focus">
        <textarea
          ref={field}
          id={id}
          dir="auto"
          rows={1}
          maxLength={LONGEST_MESSAGE}
          placeholder={t('chat.placeholder')}
          value={typed}
          aria-describedby={isCounted ? `${id}-count` : undefined}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-32 min-h-11 w-full min-w-0 resize-none bg-transparent py-2.5 outline-none! text-15 placeholder:text-ink-3 max-md:text-[16px]"
        />
        {onStop ? (
          <IconButton
            key="stop"
            label={t('chat.stop')}
            onClick={onStop}
            className="shrink-0 border border-line-strong text-ink!"
          >
            <Icon name="stop" />
          </IconButton>
        ) : (
          <IconButton
            key="send"
            type="submit"
            label={t('chat.send')}
            className="shrink-0 bg-primary text-on-primary! hover:bg-primary-hover!"
          >
            <Icon name="send" />
          </IconButton>
        )}
      </div>
      {isCounted && (
        <p id={`${id}-count`} className="text-end text-12 text-ink-2">
          {t('chat.counter', { count: typed.length, limit: LONGEST_MESSAGE })}
        </p>
      )}
    </Form>
  )
}
