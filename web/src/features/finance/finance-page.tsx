import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../api/services.js'
import { useT } from '../../i18n/i18n.js'
import { cx } from '../../lib/cx.js'
import { ButtonLink } from '../../ui/button.js'
import { PageHeader } from '../../ui/layout.js'
import { Link } from '../../ui/link.js'
import { PageHead } from '../../ui/page-head.js'
import { EmptyState } from '../../ui/states.js'
import { ApprovalsTab } from './approvals-tab.js'
import {
  FINANCE_KEYS,
  moveRow,
  pressKeyOf,
  type FinanceAction,
  type Tab,
  TABS,
  tabOf,
  useFinanceKeys,
} from './finance-keys.js'
import { Key, KeysDialog } from './keys-dialog.js'
import { OrdersTab } from './orders-tab.js'
import type { PartProps } from './parts.js'
import { RaisesTab } from './raises-tab.js'
import { ResolveDialog, type Task } from './resolve-dialog.js'
import { RejectedTab, SuspenseTab } from './suspense-tab.js'
import { usePage } from './use-page.js'

const PARTS: Record<Tab, (props: PartProps) => React.ReactNode> = {
  approvals: ApprovalsTab,
  raises: RaisesTab,
  orders: OrdersTab,
  suspense: SuspenseTab,
  rejected: RejectedTab,
}

/** `/staff/finance`: raises, orders, suspense and rejected requests, and the approvals that they need. */
export default function FinancePage() {
  const t = useT()
  const session = useSession()
  if (!session?.user.roles.includes('finance')) return <NotForYou />
  return (
    <div className="frame pb-24 text-13">
      <PageHead title={t('finance.title')} private />
      <PageHeader dense title={t('finance.title')} lead={t('finance.lead')} />
      <Desk userId={session.user.id} />
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

function Desk({ userId }: { userId: string }) {
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
  useFinanceKeys((read) => {
    if ('tab' in read) return open(read.tab)
    if (read.action === 'help') return setHelping(true)
    if (read.action !== 'search') return act(read.action)
    if (tab !== 'orders' || params.get('order')) open('orders')
    setSearching(true)
  })
  const Content = PARTS[tab]
  return (
    <>
      <Tabs tab={tab} onHelp={() => setHelping(true)} />
      <Content userId={userId} onTask={setTask} />
      {task && <ResolveDialog task={task} onClose={() => setTask(null)} />}
      {isHelping && <KeysDialog onClose={() => setHelping(false)} />}
    </>
  )
}

/** The parameters that belong to one tab. */
const CLEARED = { after: null, order: null, raise: null, q: null, state: null, property: null, view: null }

function act(action: Exclude<FinanceAction, 'search' | 'help'>): void {
  if (action === 'next') return moveRow(1)
  if (action === 'previous') return moveRow(-1)
  if (action === 'export') return document.querySelector<HTMLButtonElement>('main button[data-export]')?.click()
  return pressKeyOf(FINANCE_KEYS[action])
}

function Tabs({ tab, onHelp }: { tab: Tab; onHelp: () => void }) {
  const t = useT()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const current = list.current?.querySelector('[aria-current]')
    current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [tab])
  return (
    <nav aria-label={t('finance.tabs')} className="mb-5 flex items-center gap-2 border-b border-line">
      <ul ref={list} className="-mb-px flex min-w-0 flex-1 gap-1 overflow-x-auto">
        {(Object.keys(TABS) as Tab[]).map((name) => (
          <li key={name} className="shrink-0">
            <Link
              to={`/staff/finance?tab=${name}`}
              aria-current={name === tab ? 'page' : undefined}
              className={cx(
                'inline-flex min-h-11 items-center border-b-2 px-3 text-15 -outline-offset-2',
                name === tab ? 'border-primary text-ink' : 'border-transparent text-ink-2 hover:text-ink',
              )}
            >
              {t(`finance.tab.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
      <button
        type="button"
        aria-keyshortcuts={FINANCE_KEYS.help}
        aria-label={t('finance.keysOpen')}
        title={t('finance.keysOpen')}
        onClick={onHelp}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink-2 hover:bg-sunken hover:text-ink max-md:hidden"
      >
        <Key name="?" />
      </button>
    </nav>
  )
}
