import { useEffect, useState } from 'react'
import { codeOf } from '../../../api/problem.js'
import { useT } from '../../../i18n/i18n.js'
import { dropDraft, readDraft, writeDraft } from '../../../lib/draft.js'
import { formatTime } from '../../../lib/format.js'
import { Button } from '../../../ui/button.js'
import { PageHeader } from '../../../ui/layout.js'
import { PageHead } from '../../../ui/page-head.js'
import { Notice } from '../../../ui/states.js'
import { useOpenPhoneLinkMutation, type OpenedLink } from './phone-api.js'
import { SendPicture } from './send-picture.js'

const KEY = 'phone-upload.visitor'

/**
 * `/phone-upload#token`: sends the missing pictures of a case that is open on a computer. Needs no session, creates none
 * and shows nothing about the person. The token is removed from the address, and exchanged once the person continues, so
 * that a program that only previews the link doesn't use it up.
 */
export default function PhoneUploadPage() {
  const t = useT()
  const [link, setLink] = useState<OpenedLink | null>(() => opened(readDraft<OpenedLink>(KEY)))
  const [isOver, setOver] = useState(false)
  const keep = (next: OpenedLink) => {
    setLink(next)
    if (next.kinds.length > 0) writeDraft(KEY, next)
    else dropDraft(KEY)
  }
  const kind = link?.kinds[0]
  return (
    <div className="frame pb-24">
      <PageHead title={t('onboarding.phone.title')} private />
      <div className="mx-auto flex max-w-[560px] flex-col gap-6">
        <PageHeader title={t('onboarding.phone.title')} lead={t('onboarding.phone.lead')} />
        {isOver ? (
          <Ended />
        ) : !link ? (
          <Begin onOpened={keep} onEnded={() => setOver(true)} />
        ) : kind ? (
          <>
            <p className="text-13 text-ink-2">{t('onboarding.phone.until', { time: formatTime(link.expiresAt) })}</p>
            <SendPicture
              key={kind}
              link={link}
              kind={kind}
              onSent={keep}
              onEnded={() => {
                dropDraft(KEY)
                setOver(true)
              }}
            />
          </>
        ) : (
          <div role="status">
            <Notice tone="good" title={t('onboarding.phone.done')}>
              {t('onboarding.phone.doneText')}
            </Notice>
          </div>
        )}
      </div>
    </div>
  )
}

const opened = (stored: Partial<OpenedLink>): OpenedLink | null => (stored.uploadKey ? (stored as OpenedLink) : null)

function Begin({ onOpened, onEnded }: { onOpened: (link: OpenedLink) => void; onEnded: () => void }) {
  const t = useT()
  const [token] = useState(() => location.hash.slice(1))
  const [open, { isLoading, isError }] = useOpenPhoneLinkMutation()
  useEffect(() => {
    if (token) history.replaceState(history.state, '', location.pathname)
  }, [token])
  const begin = async () => {
    const { data, error } = await open(token)
    if (data) onOpened(data)
    else if (codeOf(error) === 'PHONE_LINK_ENDED' || codeOf(error) === 'VALIDATION_FAILED') onEnded()
  }
  if (!token) return <Ended />
  return (
    <>
      {isError && <Notice tone="bad">{t('ui.connectionLost')}</Notice>}
      <Button size="l" busyText={isLoading && t('ui.loading')} onClick={() => void begin()}>
        {t('onboarding.phone.begin')}
      </Button>
    </>
  )
}

function Ended() {
  const t = useT()
  return (
    <div role="status">
      <Notice tone="warn" title={t('onboarding.phone.ended')}>
        {t('onboarding.phone.endedText')}
      </Notice>
    </div>
  )
}
