import { useRef, useState, type FormEvent, type RefObject } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { useSession } from '../../api/services.js'
import { useT } from '../../i18n/i18n.js'
import { cx } from '../../lib/cx.js'
import { showToast } from '../../lib/toast.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { CONTROL } from '../../ui/form.js'
import { Link } from '../../ui/link.js'
import { PageHead } from '../../ui/page-head.js'
import { EmptyState } from '../../ui/states.js'
import { CaseView } from './case-view.js'
import { deskPath, readSearch, readView, refusalOf, VIEWS, type DeskPlace, type TicketViewName } from './desk.js'
import { DESK_KEYS, moveCase, moveMismatch, pressButtonOf, useDeskKeys } from './desk-keys.js'
import { Key, KeyHint, KeysDialog } from './keys-dialog.js'
import { ListAges } from './list-ages.js'
import { Queue } from './queue.js'
import { useClaimNextMutation, useListTicketsQuery, type TicketList } from './tickets-api.js'

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
  const place: DeskPlace = { view: readView(params.get('view')), search: readSearch(params.get('q')) }
  const list = useListTicketsQuery(place, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true })
  const [helping, setHelping] = useState(false)
  const searchField = useRef<HTMLInputElement>(null)
  useDeskKeys((action) => {
    if (action === 'help') return setHelping(true)
    if (action === 'search') return searchField.current?.focus()
    if (action === 'next' || action === 'previous') return moveCase(action === 'next' ? 1 : -1)
    if (action === 'mismatchAfter' || action === 'mismatchBefore')
      return moveMismatch(action === 'mismatchAfter' ? 1 : -1)
    pressButtonOf(DESK_KEYS[action])
  })
  const listed = list.data?.tickets.find((ticket) => ticket.caseId === caseId)
  return (
    <div className="grid min-h-[calc(100dvh-69px)] grid-cols-[minmax(0,1fr)] text-13 max-lg:content-start lg:grid-cols-[200px_320px_minmax(0,1fr)]">
      <Views place={place} list={list.data} hidden={caseId !== undefined} />
      <section
        aria-label={t('staff.queue')}
        className={cx('min-w-0 border-line lg:block lg:border-e', caseId !== undefined && 'hidden')}
      >
        {caseId === undefined && (
          <h1 className="sr-only" tabIndex={-1}>
            {t('staff.title')}
          </h1>
        )}
        <QueueHead place={place} onHelp={() => setHelping(true)} searchField={searchField} />
        <Queue
          key={`${place.view} ${place.search}`}
          list={list.currentData}
          error={list.error}
          refetch={() => void list.refetch()}
          place={place}
          caseId={caseId}
          userId={userId}
        />
      </section>
      <section
        aria-label={t('staff.case')}
        className={cx('min-w-0 px-4 py-4 md:px-6', caseId === undefined && 'hidden lg:block')}
      >
        {caseId === undefined ? (
          <p className="py-16 text-center text-ink-2">{t('staff.choose')}</p>
        ) : (
          <CaseView key={caseId} caseId={caseId} place={place} userId={userId} sla={listed?.sla} />
        )}
      </section>
      {helping && <KeysDialog onClose={() => setHelping(false)} />}
    </div>
  )
}

interface QueueHeadProps {
  place: DeskPlace
  onHelp: () => void
  searchField: RefObject<HTMLInputElement | null>
}

/** Shows the name of the view, the desk's keys, the search and the next case above the queue. */
function QueueHead({ place, onHelp, searchField }: QueueHeadProps) {
  const t = useT()
  return (
    <div className="border-b border-line px-4 pb-3">
      <div className="flex min-h-15 items-center justify-between gap-3">
        <h2 className="text-15 font-medium tracking-normal">
          {place.search === undefined ? t(`staff.view.${place.view}`) : t('staff.search.found')}
        </h2>
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
      <div className="flex flex-col gap-3">
        <NextCase view={place.view} />
        <SearchForm key={place.search} place={place} field={searchField} />
      </div>
    </div>
  )
}

/** Claims the first unclaimed case and opens it. */
function NextCase({ view }: Pick<DeskPlace, 'view'>) {
  const t = useT()
  const navigate = useNavigate()
  const [claimNext, { isLoading }] = useClaimNextMutation()
  const run = async () => {
    const result = await claimNext()
    if ('error' in result) return showToast({ kind: 'error', text: t(refusalOf(result.error).text) })
    if (!result.data) return showToast({ kind: 'info', text: t('staff.claimNext.none') })
    await navigate(deskPath({ view, search: undefined }, result.data.caseId))
  }
  return (
    <Button
      size="s"
      className="w-full"
      aria-keyshortcuts={DESK_KEYS.claimNext}
      busyText={isLoading && t('staff.claiming')}
      onClick={() => void run()}
    >
      {t('staff.claimNext')}
      <KeyHint action="claimNext" />
    </Button>
  )
}

/** Finds a case by an id. A name is never sent, because it would be part of the page's address. */
function SearchForm({ place, field }: { place: DeskPlace; field: RefObject<HTMLInputElement | null> }) {
  const t = useT()
  const navigate = useNavigate()
  const [text, setText] = useState(place.search ?? '')
  const [judged, setJudged] = useState(false)
  const wrong = judged && text.trim() !== '' && readSearch(text) === undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setJudged(true)
    const search = readSearch(text)
    if (search === undefined && text.trim() !== '') return
    void navigate(deskPath({ view: place.view, search }))
  }
  return (
    <form role="search" onSubmit={submit}>
      <div className="flex gap-2">
        <input
          ref={field}
          type="search"
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          aria-label={t('staff.search.label')}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? 'desk-search-error' : undefined}
          placeholder={t('staff.search.placeholder')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className={cx(CONTROL, 'min-w-0 flex-1 placeholder:text-start')}
        />
        <Button type="submit" size="s" kind="secondary" className="min-h-11">
          {t('staff.search.go')}
        </Button>
      </div>
      {wrong && (
        <p id="desk-search-error" className="pt-1 text-bad">
          {t('staff.search.wrong')}
        </p>
      )}
    </form>
  )
}

interface ViewsProps {
  place: DeskPlace
  list: TicketList | undefined
  hidden: boolean
}

function Views({ place: { view, search }, list, hidden }: ViewsProps) {
  const t = useT()
  const isShown = (name: TicketViewName) => name === view && search === undefined
  return (
    <nav aria-label={t('staff.views')} className={cx('bg-sunken p-3 lg:block', hidden && 'hidden')}>
      <ul className="grid grid-cols-2 gap-1 md:grid-cols-4 lg:grid-cols-1">
        {VIEWS.map((name) => (
          <li key={name} className="flex-1 lg:flex-none">
            <Link
              to={deskPath({ view: name, search: undefined })}
              aria-current={isShown(name) ? 'page' : undefined}
              className={cx(
                'flex min-h-9 items-center max-md:min-h-11 justify-between gap-2 rounded-s px-3',
                isShown(name)
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
      <p className="px-3 pt-4 pb-2 text-ink-2 max-lg:hidden">{t('staff.sla.hint')}</p>
    </nav>
  )
}
