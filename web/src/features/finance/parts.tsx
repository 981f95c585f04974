import type { PendingResolution, ResolutionAction } from '@hissa/contracts/investment'
import { fils, toDecimal, type Fils } from '@hissa/money'
import { useT } from '../../i18n/i18n.js'
import { cx } from '../../lib/cx.js'
import { Money } from '../../ui/money.js'
import { StatusBadge } from '../../ui/status.js'
import { When } from '../../ui/when.js'
import { Code } from './code.js'
import type { Subject } from './finance-api.js'
import { codedText } from './minor-text.js'
import { Person } from './people.js'
import type { Task } from './resolve-dialog.js'

export const POLLING = { pollingInterval: 20_000, skipPollingIfUnfocused: true }

export interface PartProps {
  userId: string
  onTask: (task: Task) => void
}

export const Empty = ({ text }: { text: string }) => <p className="py-2 text-13 text-ink-2">{text}</p>

interface ProposalProps {
  pending: PendingResolution
  /** Without the reason, which the raise or order shows. */
  brief?: boolean
  /** In the details it starts a column; on a card of a list it ends a row. */
  inDetail?: boolean
}

/** Shows the proposed action and its reason below the state that it would change. */
export function Proposal({ pending: { action, reason }, brief = false, inDetail = false }: ProposalProps) {
  const t = useT()
  return (
    <span
      className={cx(
        'flex max-w-72 flex-col items-start gap-1 text-13 text-ink-2',
        !inDetail && 'max-md:items-end max-md:text-end',
      )}
    >
      <StatusBadge tone="warn">{t('finance.state.proposed')}</StatusBadge>
      <span className="text-ink">{t(`finance.action.${action.type}`)}</span>
      {!brief && (
        <span className="break-words">
          <bdi>{reason}</bdi>
        </span>
      )}
    </span>
  )
}

/** Returns an amount of a table's CSV: decimal dirhams without a sign or separators. */
export const aedText = (amount: Fils) => toDecimal(amount)

const DUBAI_MS = 4 * 3_600_000

/** Returns a time of a table's CSV: ISO 8601 in Dubai time. */
export const dubaiText = (at: string) =>
  new Date(Date.parse(at) + DUBAI_MS).toISOString().replace(/(\.000)?Z$/, '+04:00')

/** Shows a dirham amount as everywhere, other currencies with their code. */
export function Amount({ minor, currency }: { minor: number; currency: string }) {
  if (currency.toLowerCase() === 'aed') return <Money fils={fils(minor)} decimals={2} />
  return <Code text={codedText(minor, currency)} />
}

/** Returns the path of a shareholder's page. */
export const shareholderPath = (userId: string) => `/staff/shareholders?user=${encodeURIComponent(userId)}`

/** Returns the user id of a holding's id, which is `<user id>:<property id>`. */
export const ownerOf = (holdingId: string) => holdingId.slice(0, holdingId.indexOf(':'))

/** Shows the shares of a proposed transfer, its ground and the receiver. */
export function TransferFacts({ action }: { action: Extract<ResolutionAction, { type: 'transfer_shares' }> }) {
  const t = useT()
  return (
    <span className="block">
      {t('finance.transferOf', { count: action.units })} · {t(`finance.basis.${action.basis}`)}
      <span className="block">
        {t('finance.toPerson')} <Person withId id={action.toUserId} />
      </span>
    </span>
  )
}

/** Shows a proposed action with its amount, deadline, number, document or shares. */
export function ActionFacts({ action }: { action: ResolutionAction }) {
  const t = useT()
  return (
    <>
      {t(`finance.action.${action.type}`)}
      <span className="block text-ink-2">
        {action.type === 'refund_fee' && <Money fils={action.amountFils} decimals={2} />}
        {action.type === 'extend' && <When at={action.deadline} />}
        {action.type === 'file_deed' && <Code text={action.number} />}
        {'reference' in action && <Code text={action.reference} />}
        {action.type === 'transfer_shares' && <TransferFacts action={action} />}
      </span>
    </>
  )
}

/** Returns the subject of a decision. */
export const subjectOf = (kind: Subject['kind'], id: string): Subject => ({ kind, id })
