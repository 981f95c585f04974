import type { QuickReply } from '@hissa/contracts/chat'
import { MOST_QUICK_REPLIES } from '@hissa/contracts/chat/limits'
import { useLocation } from 'react-router-dom'
import { useSignedInUser } from '../../api/services.js'
import { useT } from '../../i18n/i18n.js'
import { signInPath } from '../../lib/intent.js'
import { Button, ButtonLink } from '../../ui/button.js'

const FIRST = ['chat.first.invest', 'chat.first.fees', 'chat.first.coolingOff', 'chat.first.risks'] as const

/** Offers questions to begin with. */
export function Suggestions({ onAsk }: { onAsk: (text: string) => void }) {
  const t = useT()
  const replies = FIRST.map((id) => ({ kind: 'question' as const, text: t(id) }))
  return <QuickReplies replies={replies} onAsk={onAsk} onPerson={() => undefined} />
}

/** Offers what to ask next, a person, or to sign in. */
export function QuickReplies({
  replies,
  onAsk,
  onPerson,
}: {
  replies: readonly QuickReply[]
  onAsk: (text: string) => void
  onPerson: () => void
}) {
  const t = useT()
  const location = useLocation()
  const user = useSignedInUser()
  return (
    <div role="group" aria-label={t('chat.suggestions')} className="flex flex-wrap gap-2">
      {replies.slice(0, MOST_QUICK_REPLIES).map(({ kind, text }) =>
        kind === 'sign_in' ? (
          !user && (
            <ButtonLink key={text} kind="soft" size="s" to={signInPath(location)}>
              {text}
            </ButtonLink>
          )
        ) : (
          <Button
            key={text}
            kind={kind === 'person' ? 'soft' : 'secondary'}
            size="s"
            onClick={() => (kind === 'person' ? onPerson() : onAsk(text))}
          >
            {text}
          </Button>
        ),
      )}
    </div>
  )
}
