import { useEffect, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { useSession } from '../../api/services.js'
import { useT } from '../../i18n/i18n.js'
import { cx } from '../../lib/cx.js'
import { ButtonLink } from '../../ui/button.js'
import { Link } from '../../ui/link.js'
import { PageHead } from '../../ui/page-head.js'
import { EmptyState } from '../../ui/states.js'
import { CaseView } from './case-view.js'
import { readView, VIEWS, type TicketViewName } from './desk.js'
import { DESK_KEYS, neighbourOf, pressButtonOf, useDeskKeys } from './desk-keys.js'
import { Key, KeysDialog } from './keys-dialog.js'
import { ListAges } from './list-ages.js'
import { Queue } from './queue.js'
import { useListTicketsQuery, type TicketList } from './tickets-api.js'

const POLL_MS = 20_000

/** `/staff/kyc` and `/staff/kyc/:caseId`: views, queue and case side by side, one at a time on narrow screens. */
export default function KycPage() {
  const t = useT()
  const session = useSession()
  if (!session?.user.roles.includes('compliance')) return <NotForYou />
  return (
    <>
      <PageHead title={t('staff.title')} private />
      <Desk userId={session.user.id} />
    </>
  )
}

/** The server enforces the role; this explains it to the user. */
function NotForYou() {
  const t = useT()
  return (
    <div className="frame py-16">
      <EmptyState
        level={1}
        title={t('staff.notForYou')}
        text={t('staff.notForYouText')}
        action={<ButtonLink to="/">{t('shell.nav.home')}</ButtonLink>}
      />
    </div>
  )
}

function Desk({ userId }: { userId: string }) {
  const t = useT()
  const { caseId } = useParams()
  const [params] = useSearchParams()
  const view = readView(params.get('view'))
  const list = useListTicketsQuery(view, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true })
  const nowMs = useNow()
  const [helping, setHelping] = useState(false)
  const navigate = useNavigate()
  useDeskKeys((action) => {
    if (action === 'help') return setHelping(true)
    if (action !== 'next' && action !== 'previous') return pressButtonOf(DESK_KEYS[action])
    const caseIds = (list.data?.tickets ?? []).map((ticket) => ticket.caseId)
    const to = neighbourOf(caseIds, caseId, action === 'next' ? 1 : -1)
    if (to !== null) void navigate(`/staff/kyc/${encodeURIComponent(to)}?view=${view}`)
  })
  return (
    <div className="grid min-h-[calc(100dvh-69px)] grid-cols-[minmax(0,1fr)] text-13 max-lg:content-start lg:grid-cols-[200px_320px_minmax(0,1fr)]">
      <Views view={view} list={list.data} hidden={caseId !== undefined} />
      <section
        aria-label={t('staff.queue')}
        className={cx('min-w-0 border-line lg:block lg:border-e', caseId !== undefined && 'hidden')}
      >
        {caseId === undefined && (
          <h1 className="sr-only" tabIndex={-1}>
            {t('staff.title')}
          </h1>
        )}
        <QueueHead view={view} onHelp={() => setHelping(true)} />
        <Queue
          list={list.data}
          error={list.error}
          refetch={() => void list.refetch()}
          view={view}
          caseId={caseId}
          userId={userId}
          nowMs={nowMs}
        />
      </section>
      <section
        aria-label={t('staff.case')}
        className={cx('min-w-0 px-4 py-4 md:px-6', caseId === undefined && 'hidden lg:block')}
      >
        {caseId === undefined ? (
          <p className="py-16 text-center text-ink-2">{t('staff.choose')}</p>
        ) : (
          <CaseView key={caseId} caseId={caseId} view={view} userId={userId} nowMs={nowMs} />
        )}
      </section>
      {helping && <KeysDialog onClose={() => setHelping(false)} />}
    </div>
  )
}

/** Shows the name of the view and the desk's keys above the queue. */
function QueueHead({ view, onHelp }: { view: TicketViewName; onHelp: () => void }) {
  const t = useT()
  return (
    <div className="flex min-h-15 items-center justify-between gap-3 border-b border-line px-4">
      <h2 className="text-15 font-medium tracking-normal">{t(`staff.view.${view}`)}</h2>
      <button
        type="button"
        aria-keyshortcuts={DESK_KEYS.help}
        aria-label={t('staff.keys.open')}
        title={t('staff.keys.open')}
        onClick={onHelp}
        className="-me-2 inline-flex size-11 items-center justify-center rounded-full text-ink-2 hover:bg-sunken hover:text-ink"
      >
        <Key>?</Key>
      </button>
    </div>
  )
}

interface ViewsProps {
  view: TicketViewName
  list: TicketList | undefined
  hidden: boolean
}

function Views({ view, list, hidden }: ViewsProps) {
  const t = useT()
  return (
    <nav aria-label={t('staff.views')} className={cx('bg-sunken p-3 lg:block', hidden && 'hidden')}>
      <ul className="grid grid-cols-2 gap-1 sm:flex lg:flex-col">
        {VIEWS.map((name) => (
          <li key={name} className="flex-1 lg:flex-none">
            <Link
              to={`/staff/kyc?view=${name}`}
              aria-current={name === view ? 'page' : undefined}
              className={cx(
                'flex min-h-9 items-center max-md:min-h-11 justify-between gap-2 rounded-s px-3',
                name === view
                  ? 'border border-line bg-surface font-medium'
                  : 'border border-transparent text-ink-2 hover:text-ink',
              )}
            >
              {t(`staff.view.${name}`)}
              {list && <bdi className="text-ink-2">{list.counts[name]}</bdi>}
            </Link>
          </li>
        ))}
      </ul>
      {/* Absent while an earlier release of the service answers. */}
      {list && <ListAges lists={list.lists ?? []} />}
    </nav>
  )
}

/** Returns this machine's time, updated every minute, for texts such as "3 h left". */
function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
