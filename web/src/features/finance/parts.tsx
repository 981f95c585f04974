import type { PendingResolution } from '@hissa/contracts/investment'
import { fils, toDecimal, type Fils } from '@hissa/money'
import type { ReactNode } from 'react'
import type { ApiError } from '../../api/problem.js'
import { useT } from '../../i18n/i18n.js'
import { Button } from '../../ui/button.js'
import { Money } from '../../ui/money.js'
import { ErrorState, Loading } from '../../ui/states.js'
import { StatusBadge } from '../../ui/status.js'
import type { Subject } from './finance-api.js'
import type { Task } from './resolve-dialog.js'

export const POLLING = { pollingInterval: 20_000, skipPollingIfUnfocused: true }

export interface PartProps {
  userId: string
  onTask: (task: Task) => void
}

interface SectionProps {
  title: string
  error: unknown
  loading: boolean
  retry: () => void
  /** Shown also while loading, such as a search. */
  filters?: ReactNode
  children: ReactNode
}

/** Renders a tab: its title, filters, and its content once loaded. */
export function Part({ title, error, loading, retry, filters, children }: SectionProps) {
  const t = useT()
  const again = <Button onClick={retry}>{t('ui.tryAgain')}</Button>
  return (
    <section>
      <h2 className="mb-3 text-22">{title}</h2>
      {filters}
      {error && loading ? (
        <ErrorState title={t('finance.error')} reference={(error as ApiError).reference} action={again} />
      ) : loading ? (
        <Loading label={t('finance.loading')} onRetry={retry} />
      ) : (
        children
      )}
    </section>
  )
}

/** Shows that a list has no rows. */
export const Empty = ({ text }: { text: string }) => <p className="py-4 text-15 text-ink-2">{text}</p>

/** Links to the first page if another is shown, and to the next if there is one. */
export function Pages({
  first,
  next,
  onPage,
}: {
  first: boolean
  next: string | undefined
  onPage: (cursor: string | null) => void
}) {
  const t = useT()
  return (
    <div className="mt-3 flex gap-2">
      {!first && (
        <Button size="s" kind="secondary" onClick={() => onPage(null)}>
          {t('finance.first')}
        </Button>
      )}
      {next && (
        <Button size="s" kind="secondary" onClick={() => onPage(next)}>
          {t('finance.next')}
        </Button>
      )}
    </div>
  )
}

/** Shows the proposed action and its reason below the state that it would change. */
export function Proposal({ pending: { action, reason } }: { pending: PendingResolution }) {
  const t = useT()
  return (
    <span className="flex max-w-64 flex-col items-end gap-1 text-end text-13 text-ink-2 md:items-start md:text-start">
      <StatusBadge tone="info">{t('finance.state.proposed')}</StatusBadge>
      <span className="text-ink">{t(`finance.action.${action.type}`)}</span>
      <span className="break-words">
        <bdi>{reason}</bdi>
      </span>
    </span>
  )
}

/** Shows an id or code from left to right in every language. */
export const Code = ({ text }: { text: string }) => (
  <bdi dir="ltr" className="break-all md:break-normal md:whitespace-nowrap">
    {text}
  </bdi>
)

/** Returns an amount of a table's CSV: decimal dirhams without a sign or separators. */
export const aedText = (amount: Fils) => toDecimal(amount)

/** Shows a dirham amount as everywhere, other currencies with their code. */
export function Amount({ minor, currency }: { minor: number; currency: string }) {
  if (currency.toLowerCase() === 'aed') return <Money fils={fils(minor)} decimals={2} />
  return <Code text={`${currency.toUpperCase()} ${(minor / 100).toFixed(2)}`} />
}

/** Returns the subject of a decision. */
export const subjectOf = (kind: Subject['kind'], id: string): Subject => ({ kind, id })
