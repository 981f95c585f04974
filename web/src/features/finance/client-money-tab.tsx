import type { Output } from '@hissa/contracts'
import type { ReadClientMoney } from '@hissa/contracts/investment'
import { fils, sum, type Fils, ZERO } from '@hissa/money'
import type { ReactNode } from 'react'
import { PropertyTitle } from '../../api/property-title.js'
import { useT } from '../../i18n/i18n.js'
import { Card, DefinitionList } from '../../ui/layout.js'
import { Money } from '../../ui/money.js'
import { When } from '../../ui/when.js'
import { amountColumn, useFileColumns } from './columns.js'
import { DeskTable, type DeskColumn } from './desk-table.js'
import { Section } from './detail-section.js'
import { useReadClientMoneyQuery } from './finance-api.js'
import { About, Part } from './frame.js'
import { Amount } from './parts.js'

type ClientMoney = Output<typeof ReadClientMoney>
type PropertyMoney = ClientMoney['properties'][number]

/** Totals of client money: where it is, to whom it is owed, and what is held for each property. */
export default function ClientMoneyTab() {
  const t = useT()
  // Read when the tab is opened, because each read is recorded.
  const read = useReadClientMoneyQuery(undefined, { refetchOnMountOrArgChange: true })
  const money = read.isFetching ? undefined : read.currentData
  return (
    <Part
      title={t('finance.tab.money')}
      filters={<About text={t('finance.about.money')} />}
      {...{ error: read.isFetching ? undefined : read.error, loading: !money }}
      retry={() => void read.refetch()}
    >
      {money && (
        <div className="flex flex-col gap-8">
          <Totals money={money} />
          <Properties rows={money.properties} />
        </div>
      )}
    </Part>
  )
}

function Totals({ money }: { money: ClientMoney }) {
  const t = useT()
  const [aed, ...others] = money.suspense
  const [held, missing] = [fils(aed?.heldMinor ?? 0), fils(aed?.missingMinor ?? 0)]
  const amount = (value: Fils) => <Money fils={value} decimals={2} />
  const total = (...parts: readonly Fils[]) => (
    <span className="font-medium">
      <Money fils={sum(...parts)} decimals={2} />
    </span>
  )
  const { bankFils, cardClearingFils, escrowFils, pendingFeesFils, refundsDueFils } = money
  const { incomeFils = ZERO, companyFils, earnedFeesFils } = money
  const where = [
    { term: t('finance.money.bank'), value: amount(bankFils) },
    { term: t('finance.money.cardClearing'), value: amount(cardClearingFils) },
    { term: t('finance.money.missing'), value: amount(missing) },
    { term: t('finance.money.total'), value: total(bankFils, cardClearingFils, missing) },
  ]
  const owed = [
    { term: t('finance.money.escrow'), value: amount(escrowFils) },
    { term: t('finance.money.pendingFees'), value: amount(pendingFeesFils) },
    { term: t('finance.money.refundsDue'), value: amount(refundsDueFils) },
    { term: t('finance.money.suspense'), value: amount(held) },
    { term: t('finance.money.income'), value: amount(incomeFils) },
    { term: t('finance.money.company'), value: amount(companyFils) },
    { term: t('finance.money.earnedFees'), value: amount(earnedFeesFils) },
    {
      term: t('finance.money.total'),
      value: total(escrowFils, pendingFeesFils, refundsDueFils, held, incomeFils, companyFils, earnedFeesFils),
    },
  ]
  const foreign = others.map(({ currency, heldMinor, missingMinor }) => ({
    term: t('finance.money.suspenseIn', { currency: currency.toUpperCase() }),
    value: <Amount minor={heldMinor - missingMinor} currency={currency} />,
  }))
  return (
    <div className="flex flex-col gap-3">
      <p className="text-13 text-ink-2">
        {t('finance.figures.readAt')} <When at={money.readAt} />
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Facts title={t('finance.money.where')} facts={where} />
        <Facts title={t('finance.money.owed')} facts={[...owed, ...foreign]} />
      </div>
    </div>
  )
}

interface FactsProps {
  title: string
  facts: ReadonlyArray<{ term: string; value: ReactNode }>
}

function Facts({ title, facts }: FactsProps) {
  return (
    <Card className="px-5 py-3">
      <h3 className="pb-1 text-15 font-medium tracking-normal">{title}</h3>
      <DefinitionList dense facts={facts} />
    </Card>
  )
}

function Properties({ rows }: { rows: readonly PropertyMoney[] }) {
  const t = useT()
  const inFile = useFileColumns()
  const columns: Array<DeskColumn<PropertyMoney>> = [
    {
      key: 'property',
      header: t('finance.column.property'),
      lead: true,
      text: ({ property }) => property.title,
      cell: ({ property }) => <PropertyTitle property={property} />,
    },
    amountColumn('escrow', t('finance.money.escrow'), ({ escrowFils }) => escrowFils),
    amountColumn('fees', t('finance.money.pendingFees'), ({ pendingFeesFils }) => pendingFeesFils),
    amountColumn('total', t('finance.money.total'), (row) => sum(row.escrowFils, row.pendingFeesFils)),
    inFile.currency(),
  ]
  return (
    <Section title={t('finance.money.perProperty')} empty={t('finance.empty.money')} rows={rows}>
      {(caption, shown) => (
        <DeskTable
          {...{ caption, columns }}
          rows={shown}
          rowKey={({ property }) => property.propertyId}
          file="client-money"
        />
      )}
    </Section>
  )
}
