import type { Handover } from '@hissa/contracts/chat'
import { useId, useState } from 'react'
import { useSession } from '../../api/services.js'
import { useT } from '../../i18n/i18n.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { Card, PageHeader } from '../../ui/layout.js'
import { TextLink } from '../../ui/link.js'
import { PageHead } from '../../ui/page-head.js'
import { EmptyState } from '../../ui/states.js'
import { Tag } from '../../ui/status.js'
import { Code } from '../../ui/code.js'
import { useListHandoversQuery } from './requests-api.js'
import { Loaded, When } from './parts.js'

const ROLES = ['compliance', 'admin']

/** `/staff/requests`: conversations whose people asked for a person. Each read is audited. */
export default function RequestsPage() {
  const t = useT()
  const session = useSession()
  const [cursors, setCursors] = useState<readonly string[]>([])
  const isAllowed = session?.user.roles.some((role) => ROLES.includes(role)) ?? false
  const query = useListHandoversQuery(cursors.at(-1), { skip: !isAllowed, refetchOnMountOrArgChange: true })
  if (!isAllowed) return <NotForYou />
  return (
    <div className="frame pb-24 text-13">
      <PageHead title={t('knowledge.requests')} private />
      <PageHeader dense title={t('knowledge.requests')} lead={t('knowledge.requestsText')} />
      <Loaded query={query}>
        {({ handovers, cursor }) => (
          <>
            <Requests handovers={handovers} />
            <div className="mt-4 flex gap-2">
              {cursors.length > 0 && (
                <Button size="s" kind="secondary" onClick={() => setCursors(cursors.slice(0, -1))}>
                  {t('knowledge.newer')}
                </Button>
              )}
              {cursor && (
                <Button size="s" kind="secondary" onClick={() => setCursors([...cursors, cursor])}>
                  {t('knowledge.older')}
                </Button>
              )}
            </div>
          </>
        )}
      </Loaded>
    </div>
  )
}

/** The server enforces the role; this explains it to the user. */
function NotForYou() {
  const t = useT()
  return (
    <div className="frame py-16">
      <PageHead title={t('knowledge.requests')} private />
      <EmptyState
        level={1}
        title={t('knowledge.requestsNotForYou')}
        text={t('knowledge.notForYouText')}
        action={<ButtonLink to="/">{t('shell.nav.home')}</ButtonLink>}
      />
    </div>
  )
}

function Requests({ handovers }: { handovers: readonly Handover[] }) {
  const t = useT()
  if (handovers.length === 0)
    return <EmptyState title={t('knowledge.requestsEmpty')} text={t('knowledge.requestsEmptyText')} />
  return (
    <ul className="flex flex-col gap-4">
      {handovers.map((handover) => (
        <li key={handover.handoverId}>
          <Request handover={handover} />
        </li>
      ))}
    </ul>
  )
}

function Request({ handover: { userId, email, language, requestedAt, transcript } }: { handover: Handover }) {
  const t = useT()
  const titleId = useId()
  return (
    <Card className="flex flex-col gap-4 p-5" role="region" aria-labelledby={titleId}>
      <header className="flex flex-wrap items-baseline gap-x-3 gap-y-2">
        <h2 id={titleId} className="text-15 font-medium tracking-normal">
          {email ? <Code text={email} /> : t('knowledge.requestOfUser')}
        </h2>
        <Tag>{t(`knowledge.language.${language === 'ar' ? 'ar' : 'en'}`)}</Tag>
        <span className="text-ink-2">
          <When at={requestedAt} />
        </span>
      </header>
      <p className="text-ink-2">
        {email ? (
          <TextLink
            to={`mailto:${email}`}
            className="max-md:inline-flex max-md:min-h-11 max-md:min-w-11 max-md:items-center"
          >
            {t('knowledge.reply')}
          </TextLink>
        ) : (
          userId && <Code text={userId} />
        )}
      </p>
      <dl className="flex max-w-[760px] flex-col gap-3 border-t border-line pt-4">
        {transcript.map(({ messageId, text, reply }) => (
          <div key={messageId} className="flex flex-col gap-1">
            <dt dir="auto" className="break-words text-15 font-medium">
              {text}
            </dt>
            <dd dir="auto" className="break-words border-s-2 border-line-strong ps-3 text-ink-2">
              {reply.text}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
