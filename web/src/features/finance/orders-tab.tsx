import { OrderState, type StaffOrderRow } from '@hissa/contracts/investment'
import { useState, type FormEvent } from 'react'
import { PropertyTitle } from '../../api/property-title.js'
import { useT } from '../../i18n/i18n.js'
import { Button } from '../../ui/button.js'
import { Form, Select, TextField } from '../../ui/form.js'
import { When } from '../../ui/when.js'
import type { DeskColumn } from './desk-table.js'
import { amountColumn, useFileColumns } from './columns.js'
import { endpoints, useSearchOrdersQuery } from './finance-api.js'
import { FINANCE_KEYS } from './finance-keys.js'
import { OrderDetail } from './order-detail.js'
import { OrderActions, OrderStateView, useOrderStateText } from './order-parts.js'
import { PagedList } from './paged-list.js'
import { Code } from './code.js'
import { dubaiText, type PartProps, POLLING } from './parts.js'
import { Person, usePersonName } from './people.js'
import { useReadOnce } from './read-all.js'
import { usePage } from './use-page.js'

/** Orders found by reference, investor or processor id, or the one that the address names. */
export function OrdersTab(props: PartProps) {
  const { params } = usePage()
  const [email, setEmail] = useState('')
  const orderId = params.get('order')
  return orderId ? <OrderDetail orderId={orderId} {...props} /> : <Orders {...{ email, setEmail }} {...props} />
}

/** The email address that is searched for. It is in no address, unlike other searches. */
interface EmailProps {
  email: string
  setEmail: (email: string) => void
}

function Orders({ userId, onTask, email, setEmail }: PartProps & EmailProps) {
  const t = useT()
  const { params, after, set } = usePage()
  const [q, propertyId] = [email || params.get('q'), params.get('property')]
  const state = OrderState.safeParse(params.get('state'))
  const query = {
    ...(q ? { q } : {}),
    ...(propertyId ? { propertyId } : {}),
    ...(state.success ? { state: state.data } : {}),
  }
  const list = useSearchOrdersQuery({ ...query, ...after }, POLLING)
  const once = useReadOnce()
  const columns = useColumns({ userId, onTask })
  const rows = list.data?.orders ?? []
  const showAll = () => {
    setEmail('')
    set({ q: null, state: null, property: null, after: null })
  }
  return (
    <PagedList
      title={t('finance.tab.orders')}
      list={list}
      filters={<Filters key={q} {...{ email, setEmail }} />}
      empty={{
        title: t(q ? 'finance.empty.search' : 'finance.empty.orders'),
        text: t(q ? 'finance.emptyText.search' : 'finance.emptyText.orders'),
        action: [t('finance.showAll'), showAll],
      }}
      columns={columns}
      rows={rows}
      rowKey={({ orderId }) => orderId}
      onOpen={({ orderId }) => set({ order: orderId, after: null })}
      file="orders"
      read={async (page) => {
        const { orders, cursor } = await once(endpoints.searchOrders, { ...query, ...page })
        return { rows: orders, cursor }
      }}
    />
  )
}

/** The search, state and property of the list; all but an email address are in the address. */
function Filters({ email, setEmail }: EmailProps) {
  const t = useT()
  const { params, set } = usePage()
  const [text, setText] = useState(email || (params.get('q') ?? ''))
  const property = params.get('property')
  const search = (event: FormEvent) => {
    event.preventDefault()
    const isEmail = text.includes('@')
    setEmail(isEmail ? text.trim() : '')
    set({ q: isEmail ? null : text.trim(), after: null })
  }
  return (
    <div className="flex w-full flex-wrap items-end gap-3 md:w-auto">
      <Form onSubmit={search} className="w-full flex-row! items-end gap-2! md:w-auto" role="search">
        <TextField
          className="min-w-0 flex-1 md:w-112"
          label={t('finance.search')}
          hint={t('finance.searchHint')}
          type="search"
          dir="ltr"
          maxLength={254}
          autoComplete="off"
          spellCheck={false}
          data-search
          aria-keyshortcuts={FINANCE_KEYS.search}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" className="min-h-12!">
          {t('finance.searchAction')}
        </Button>
      </Form>
      <Select
        className="w-full md:w-52"
        label={t('finance.column.state')}
        value={params.get('state') ?? ''}
        onChange={(event) => set({ state: event.target.value, after: null })}
      >
        <option value="">{t('finance.allStates')}</option>
        {OrderState.options.map((name) => (
          <option key={name} value={name}>
            {t(`finance.orderState.${name}`)}
          </option>
        ))}
      </Select>
      {property && (
        <Button size="s" kind="secondary" className="mb-1.5" onClick={() => set({ property: null, after: null })}>
          {t('finance.allProperties')}
        </Button>
      )}
    </div>
  )
}

function useColumns({ userId, onTask }: PartProps): Array<DeskColumn<StaffOrderRow>> {
  const t = useT()
  const nameOf = usePersonName()
  const stateText = useOrderStateText()
  const inFile = useFileColumns()
  return [
    {
      key: 'order',
      header: t('finance.column.order'),
      lead: true,
      text: ({ reference }) => reference,
      cell: (order) => <OrderLink order={order} />,
    },
    inFile.property(({ property }) => property),
    {
      key: 'investor',
      header: t('finance.investor'),
      text: ({ userId }) => nameOf(userId),
      person: ({ userId }) => userId,
      cell: ({ userId }) => <Person id={userId} />,
    },
    inFile.investorId(({ userId }) => userId),
    {
      key: 'state',
      header: t('finance.column.state'),
      text: (order) =>
        [
          stateText(order),
          ...(order.dispute ? [t(`finance.dispute.${order.dispute}`)] : []),
          ...(order.holds ?? []).map((hold) => t(`finance.hold.${hold}`)),
        ].join(' · '),
      cell: (order) => <OrderStateView order={order} />,
    },
    amountColumn('total', t('finance.column.total'), ({ totalFils }) => totalFils),
    amountColumn('fee', t('finance.column.fee'), ({ feeFils }) => feeFils),
    inFile.currency(),
    {
      key: 'created',
      header: t('finance.column.created'),
      text: ({ createdAt }) => dubaiText(createdAt),
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
    {
      key: 'payment',
      header: t('finance.column.payment'),
      text: ({ paymentId }) => paymentId ?? '–',
      cell: ({ paymentId }) => (
        <bdi dir="ltr" className="block max-w-44 truncate" title={paymentId}>
          {paymentId ?? '–'}
        </bdi>
      ),
    },
    {
      key: 'actions',
      header: t('finance.column.actions'),
      end: true,
      bare: true,
      cell: (order) => <OrderActions {...{ order, userId, onTask }} />,
    },
  ]
}

function OrderLink({ order: { orderId, reference, property } }: { order: StaffOrderRow }) {
  const { set } = usePage()
  return (
    <button
      type="button"
      className="inline-flex min-h-9 flex-col text-start max-md:min-h-11"
      onClick={() => set({ order: orderId, after: null })}
    >
      <span className="font-medium underline decoration-line-strong underline-offset-3">
        <Code text={reference} />
      </span>
      <span className="text-ink-2">
        <PropertyTitle property={property} />
      </span>
    </button>
  )
}
