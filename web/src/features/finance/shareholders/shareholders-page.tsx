import { lazy, Suspense, useEffect, useState } from 'react'
import { useSession } from '../../../api/services.js'
import type { SessionUser } from '../../../api/session.js'
import { useT } from '../../../i18n/i18n.js'
import { ButtonLink } from '../../../ui/button.js'
import { PageHeader } from '../../../ui/layout.js'
import { PageHead } from '../../../ui/page-head.js'
import { EmptyState } from '../../../ui/states.js'
import { act, useFinanceKeys } from '../finance-keys.js'
import { KeysDialog } from '../keys-dialog.js'
import { PeopleProvider } from '../people.js'
import type { Task } from '../resolve-dialog.js'
import { Tabs } from '../tabs.js'
import { usePage } from '../use-page.js'
import { HeldOrders } from './held-orders.js'
import { ProposalList } from './proposal-list.js'
import { ShareholderDetail } from './shareholder-detail.js'
import { ShareholderList } from './shareholder-list.js'
import { sectionOf, SECTIONS, viewOf, type Section, type ShareTask } from './shareholders.js'

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.js')).ShareDialog }))
const ResolveDialog = lazy(() => import('../resolve-dialog.js'))

/** What the parts of the page need of the user, and how they ask for a confirmation. */
export interface DeskProps {
  userId: string
  /** Compliance staff decide about shareholders. */
  decides: boolean
  /** Finance staff transfer shares. */
  transfers: boolean
  onTask: (task: ShareTask) => void
  onTransfer: (task: Task) => void
}

/** `/staff/shareholders`: addresses, freezes, moves and orders on hold, for compliance and finance staff. */
export default function ShareholdersPage() {
  const t = useT()
  const session = useSession()
  if (!session?.user.roles.some((role) => role === 'compliance' || role === 'finance')) return <NotForYou />
  return (
    <div className="frame pb-24 text-13">
      <PageHead title={t('shareholders.title')} private />
      <PageHeader dense title={t('shareholders.title')} lead={t('shareholders.lead')} />
      <PeopleProvider>
        <Desk user={session.user} />
      </PeopleProvider>
    </div>
  )
}

/** The server enforces the roles; this explains them to the user. */
function NotForYou() {
  const t = useT()
  return (
    <div className="frame py-16">
      <EmptyState
        level={1}
        title={t('shareholders.notForYou')}
        text={t('finance.notForYouText')}
        action={<ButtonLink to="/">{t('shell.nav.home')}</ButtonLink>}
      />
    </div>
  )
}

/** The parameters that belong to one section. */
const CLEARED = { after: null, user: null, q: null }
const names = Object.keys(SECTIONS) as Section[]

function Desk({ user }: { user: SessionUser }) {
  const t = useT()
  const { params, set } = usePage()
  const section = sectionOf(params.get('view'))
  const shown = params.get('user')
  const [task, setTask] = useState<ShareTask | null>(null)
  const [transfer, setTransfer] = useState<Task | null>(null)
  const [isHelping, setHelping] = useState(false)
  const [isSearching, setSearching] = useState(false)
  useEffect(() => {
    const field = isSearching && document.querySelector<HTMLElement>('[data-search]')
    if (!field) return
    field.focus()
    setSearching(false)
  }, [isSearching, section, params])
  useFinanceKeys(SECTIONS, (read) => {
    if ('tab' in read) return set({ ...CLEARED, view: read.tab })
    if (read.action === 'help') return setHelping(true)
    if (read.action !== 'search') return act(read.action)
    if (shown || !viewOf(section)) set({ ...CLEARED, view: 'all' })
    setSearching(true)
  })
  const props: DeskProps = {
    userId: user.id,
    decides: user.roles.includes('compliance'),
    transfers: user.roles.includes('finance'),
    onTask: setTask,
    onTransfer: setTransfer,
  }
  const view = viewOf(section)
  return (
    <>
      <Tabs
        label={t('shareholders.sections')}
        current={section}
        tabs={names.map((name) => ({
          ...{ name, text: t(`shareholders.section.${name}`), to: `/staff/shareholders?view=${name}` },
        }))}
        onHelp={() => setHelping(true)}
      />
      {shown ? (
        <ShareholderDetail shown={shown} {...props} />
      ) : view ? (
        <ShareholderList key={view} view={view} />
      ) : section === 'held' ? (
        <HeldOrders transfers={props.transfers} />
      ) : (
        <ProposalList {...props} />
      )}
      <Suspense>
        {task && <ShareDialog task={task} onClose={() => setTask(null)} />}
        {transfer && <ResolveDialog task={transfer} onClose={() => setTransfer(null)} />}
      </Suspense>
      {isHelping && (
        <KeysDialog
          search={t('shareholders.search')}
          tabs={names.map((name) => [t(`shareholders.section.${name}`), SECTIONS[name]] as const)}
          onClose={() => setHelping(false)}
        />
      )}
    </>
  )
}
