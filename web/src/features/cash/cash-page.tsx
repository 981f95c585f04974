import type { CashMovement } from '@hissa/contracts/investment'
import type { Fils } from '@hissa/money'
import { useState } from 'react'
import { PropertyTitle } from '../../api/property-title.js'
import { PagedTable, type Paged } from '../../api/paged-table.js'
import type { ApiError } from '../../api/problem.js'
import { useLocale, useT, type MessageId } from '../../i18n/i18n.js'
import { formatShortDate } from '../../lib/format.js'
import { PLATFORM_MINIMUM_FILS } from '../../lib/offering.js'
import { showToast } from '../../lib/toast.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Card, DefinitionList, PageHeader } from '../../ui/layout.js'
import { OwnMoney } from '../../ui/own-figure.js'
import { PageHead } from '../../ui/page-head.js'
import { EmptyState, ErrorState, Loading, Skeleton } from '../../ui/states.js'
import { StatusBadge, type Tone } from '../../ui/status.js'
import type { Column } from '../../ui/table.js'
import { BankAccounts } from './bank-accounts.js'
import { useCancelWithdrawalMutation, useGetBankAccountsQuery, useGetCashInfiniteQuery } from './cash-api.js'
import { cashRefusal } from './refusals.js'
import { WithdrawForm } from './withdraw-form.js'

/** `/cash`: the user's cash, its withdrawal to a bank account, and its movements. */
export default function CashPage() {
  const t = useT()
  const cash = useGetCashInfiniteQuery()
  const accounts = useGetBankAccountsQuery()
  const first = cash.data?.pages[0]
  const retry = () => {
    void cash.refetch()
    void accounts.refetch()
  }
  const error = cash.error ?? accounts.error
  return (
    <div className="frame pb-24">
      <PageHead title={t('cash.title')} private />
      <PageHeader title={t('cash.title')} lead={t('cash.lead')} />
      {first && accounts.data ? (
        <div className="flex flex-col gap-10">
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <Card className="flex flex-col gap-5 px-6 py-5">
              <div>
                <p className="text-13 text-ink-2">{t('cash.available')}</p>
                <p className="text-34">
                  <OwnMoney fils={first.availableFils} decimals={2} />
                </p>
              </div>
              <DefinitionList
                facts={[{ term: t('cash.inFlight'), value: <OwnMoney fils={first.inFlightFils} decimals={2} /> }]}
              />
              <WithdrawForm cash={first} accounts={accounts.data.bankAccounts} />
              <Reinvest availableFils={first.availableFils} />
            </Card>
            <BankAccounts {...accounts.data} />
          </div>
          <section className="flex flex-col gap-4">
            <h2 className="text-22">{t('cash.history')}</h2>
            <History query={cash} />
          </section>
        </div>
      ) : error && !cash.isFetching && !accounts.isFetching ? (
        <ErrorState
          title={t('cash.error')}
          text={t('cash.errorText')}
          reference={(error as ApiError).reference}
          action={<Button onClick={retry}>{t('ui.tryAgain')}</Button>}
        />
      ) : (
        <Loading label={t('cash.loading')} onRetry={retry}>
          <Skeleton className="h-80 w-full" />
        </Loading>
      )}
    </div>
  )
}

/** Leads to the open offerings once the cash can pay for an order. */
function Reinvest({ availableFils }: { availableFils: Fils }) {
  const t = useT()
  if (availableFils < PLATFORM_MINIMUM_FILS) return null
  return (
    <div className="flex flex-col items-start gap-3 border-t border-line pt-5">
      <p className="text-15 text-ink-2">{t('cash.reinvestText')}</p>
      <ButtonLink to="/properties?status=active" kind="secondary">
        {t('cash.reinvest')}
      </ButtonLink>
    </div>
  )
}

function History({ query }: { query: Paged<CashMovement> }) {
  const t = useT()
  return (
    <PagedTable<CashMovement>
      query={query}
      caption={t('cash.history')}
      columns={useColumns()}
      rowKey={({ movementId }) => movementId}
      words={{ loading: t('cash.loading'), error: t('cash.error'), errorText: t('cash.errorText') }}
      empty={<EmptyState title={t('cash.empty')} text={t('cash.emptyText')} />}
    />
  )
}

const WITHDRAWN: Record<NonNullable<CashMovement['withdrawal']>['state'], { tone: Tone; word: MessageId }> = {
  requested: { tone: 'warn', word: 'cash.state.requested' },
  sent: { tone: 'info', word: 'cash.state.sent' },
  paid: { tone: 'good', word: 'cash.state.paid' },
  rejected: { tone: 'bad', word: 'cash.state.rejected' },
  returned: { tone: 'bad', word: 'cash.state.returned' },
  cancelled: { tone: 'neutral', word: 'cash.state.cancelled' },
}
const STATES: Record<CashMovement['state'], { tone: Tone; word: MessageId }> = {
  pending: { tone: 'warn', word: 'cash.state.pending' },
  completed: { tone: 'good', word: 'cash.state.completed' },
  released: { tone: 'neutral', word: 'cash.state.released' },
}

const stateOf = ({ kind, state, withdrawal }: CashMovement) =>
  kind === 'withdrawal' && withdrawal ? WITHDRAWN[withdrawal.state] : STATES[state]

function useColumns(): Column<CashMovement>[] {
  const t = useT()
  const locale = useLocale()
  return [
    {
      key: 'kind',
      header: t('cash.column.movement'),
      lead: true,
      cell: (movement) => <What movement={movement} />,
    },
    {
      key: 'date',
      header: t('cash.column.date'),
      cell: ({ at }) => <span className="whitespace-nowrap">{formatShortDate(at, locale)}</span>,
    },
    {
      key: 'amount',
      header: t('cash.column.amount'),
      figures: true,
      cell: ({ amountFils, direction }) => (
        <span>
          {direction === 'out' ? '−' : '+'}
          <OwnMoney fils={amountFils} decimals={2} />
        </span>
      ),
    },
    {
      key: 'state',
      header: t('cash.column.state'),
      end: true,
      cell: (movement) => {
        const { tone, word } = stateOf(movement)
        return <StatusBadge tone={tone}>{t(word)}</StatusBadge>
      },
    },
    {
      key: 'actions',
      header: t('cash.column.actions'),
      end: true,
      cell: ({ withdrawal, kind }) =>
        kind === 'withdrawal' && withdrawal?.state === 'requested' ? (
          <CancelButton id={withdrawal.withdrawalId} reference={withdrawal.reference} />
        ) : null,
    },
  ]
}

function What({ movement: { kind, property, withdrawal, reference } }: { movement: CashMovement }) {
  const t = useT()
  return (
    <span className="inline-flex flex-col">
      <span className="font-medium">{t(`cash.kind.${kind}`)}</span>
      {property && <PropertyTitle property={property} />}
      <span className="text-13 text-ink-2">
        {withdrawal && (
          <>
            <bdi dir="ltr">{withdrawal.iban}</bdi>
            {' · '}
          </>
        )}
        {reference !== undefined && <bdi dir="ltr">{reference}</bdi>}
      </span>
    </span>
  )
}

function CancelButton({ id, reference }: { id: string; reference: string }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [cancel, { isLoading }] = useCancelWithdrawalMutation()
  const confirm = async () => {
    const { error } = await cancel(id)
    setOpen(false)
    showToast(error ? { kind: 'error', text: t(cashRefusal(error)) } : { kind: 'success', text: t('cash.cancelled') })
  }
  return (
    <>
      <Button kind="danger" size="s" aria-label={t('cash.cancelNamed', { reference })} onClick={() => setOpen(true)}>
        {t('cash.cancel')}
      </Button>
      {open && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={t('cash.cancelTitle')}
          actions={
            <>
              <Button kind="secondary" onClick={() => setOpen(false)}>
                {t('cash.keep')}
              </Button>
              <Button busyText={isLoading && t('cash.working')} onClick={() => void confirm()}>
                {t('cash.cancel')}
              </Button>
            </>
          }
        >
          <p>{t('cash.cancelText')}</p>
        </Dialog>
      )}
    </>
  )
}
