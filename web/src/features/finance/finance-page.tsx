import { lazy, Suspense, useEffect, useState } from 'react'
import { useSession } from '../../api/services.js'
import { useT } from '../../i18n/i18n.js'
import { ButtonLink } from '../../ui/button.js'
import { PageHeader } from '../../ui/layout.js'
import { PageHead } from '../../ui/page-head.js'
import { EmptyState, Loading } from '../../ui/states.js'
import { ApprovalsTab } from './approvals-tab.js'
import { act, type Tab, TABS, tabOf, useFinanceKeys } from './finance-keys.js'
import { KeysDialog } from './keys-dialog.js'
import { OrdersTab } from './orders-tab.js'
import type { PartProps } from './parts.js'
import { PeopleProvider } from './people.js'
import { RaisesTab } from './raises-tab.js'
import type { Task } from './resolve-dialog.js'
import { RejectedTab, SuspenseTab } from './suspense-tab.js'
import { Tabs } from './tabs.js'
import { usePage } from './use-page.js'

const ResolveDialog = lazy(() => import('./resolve-dialog.js'))

const PARTS: Record<Tab, React.ComponentType<PartProps>> = {
  approvals: ApprovalsTab,
  raises: RaisesTab,
  orders: OrdersTab,
  suspense: SuspenseTab,
  rejected: RejectedTab,
  money: lazy(() => import('./client-money-tab.js')),
  income: lazy(() => import('./income/income-tab.js')),
  valuations: lazy(() => import('./valuations/valuations-tab.js')),
  payouts: lazy(() => import('./payouts/payouts-tab.js')),
  reconciliation: lazy(() => import('./reconciliation/reconciliation-tab.js')),
}

/** `/staff/finance`: raises, orders, suspense and rejected requests, and the approvals that they need. */
export default function FinancePage() {
  const t = useT()
  const session = useSession()
  if (!session?.user.roles.includes('finance')) return <NotForYou />
  return (
    <div className="frame pb-24 text-13">
      <PageHead title={t('finance.title')} private />
      <PageHeader dense title={t('finance.title')} lead={t('ui.times')} />
      <PeopleProvider>
        <Desk userId={session.user.id} />
      </PeopleProvider>
    </div>
  )
}

/** The server enforces the role; this explains it to the user. */
function NotForYou() {
  const t = useT()
  return (
    <div className="frame py-16">
      <EmptyState
        level={1}
        title={t('finance.notForYou')}
        text={t('finance.notForYouText')}
        action={<ButtonLink to="/">{t('shell.nav.home')}</ButtonLink>}
      />
    </div>
  )
}

const names = Object.keys(TABS) as Tab[]

function Desk({ userId }: { userId: string }) {
  const t = useT()
  const { params, set } = usePage()
  const tab = tabOf(params.get('tab'))
  const [task, setTask] = useState<Task | null>(null)
  const [isHelping, setHelping] = useState(false)
  const [isSearching, setSearching] = useState(false)
  useEffect(() => {
    const field = isSearching && tab === 'orders' && document.querySelector<HTMLElement>('[data-search]')
    if (!field) return
    field.focus()
    setSearching(false)
  }, [isSearching, tab, params])
  const open = (next: Tab) => set({ ...CLEARED, tab: next })
  useFinanceKeys(TABS, (read) => {
    if ('tab' in read) return open(read.tab)
    if (read.action === 'help') return setHelping(true)
    if (read.action !== 'search') return act(read.action)
    if (tab !== 'orders' || params.get('order')) open('orders')
    setSearching(true)
  })
  const Content = PARTS[tab]
  return (
    <>
      <Tabs
        label={t('finance.tabs')}
        current={tab}
        tabs={names.map((name) => ({ name, text: t(`finance.tab.${name}`), to: `/staff/finance?tab=${name}` }))}
        onHelp={() => setHelping(true)}
      />
      <Suspense fallback={<Loading label={t('finance.loading')} />}>
        <Content userId={userId} onTask={setTask} />
      </Suspense>
      <Suspense>{task && <ResolveDialog task={task} onClose={() => setTask(null)} />}</Suspense>
      {isHelping && (
        <KeysDialog
          tabs={names.map((name) => [t(`finance.tab.${name}`), TABS[name]] as const)}
          onClose={() => setHelping(false)}
        />
      )}
    </>
  )
}

/** The parameters that belong to one tab. */
const CLEARED = {
  ...{ after: null, order: null, raise: null, q: null, state: null, property: null, view: null, period: null },
}
