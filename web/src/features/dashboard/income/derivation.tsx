import type { ReactNode } from 'react'
import { PropertyTitle } from '../../../api/property-title.js'
import { useLocale, useT } from '../../../i18n/i18n.js'
import { formatDate } from '../../../lib/format.js'
import { formatCount } from '../../../lib/format-count.js'
import { quarterText } from '../../../lib/quarter.js'
import { Dialog } from '../../../ui/dialog.js'
import { IncomeLines } from '../../../ui/income-lines.js'
import { DefinitionList } from '../../../ui/layout.js'
import { Money } from '../../../ui/money.js'
import { OwnFigure, OwnMoney } from '../../../ui/own-figure.js'
import type { IncomeRow } from './income-rows.js'
import { IncomeBadge } from './income-state.js'

/** Opens an amount: the property's waterfall of the quarter, and the user's part of its net income. */
export function Derivation({ row, onClose }: { row: IncomeRow; onClose: () => void }) {
  const t = useT()
  const period = t(...quarterText(row.period))
  return (
    <Dialog open onClose={onClose} title={t('income.derivation')}>
      <div className="flex flex-col gap-5">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p>
            <span className="block font-medium text-ink">
              <PropertyTitle property={row.property} />
            </span>
            <span className="text-13">{period}</span>
          </p>
          <IncomeBadge state={row.state} />
        </div>
        <Part row={row} />
        {row.waterfall ? (
          <section className="text-ink">
            <h3 className="pb-1 text-15 font-medium tracking-normal">{t('income.derivation.property')}</h3>
            <IncomeLines caption={period} columns={[{ header: t('income.column.amount'), waterfall: row.waterfall }]} />
          </section>
        ) : (
          <p className="text-13">{t('income.derivation.estimate')}</p>
        )}
        <Dates row={row} />
      </div>
    </Dialog>
  )
}

/** Shows net income × the user's shares ÷ all shares = the amount, one factor a line so that it fits a phone. */
function Part({ row: { netIncomeFils, units, unitsIssued, amountFils, state } }: { row: IncomeRow }) {
  const t = useT()
  const line = (sign: string, value: ReactNode, text: string) => (
    <>
      <dt className="text-13">
        <span aria-hidden="true" className="inline-block w-6">
          {sign}
        </span>
        {text}
      </dt>
      <dd dir="ltr" className="text-end text-ink">
        {value}
      </dd>
    </>
  )
  return (
    <section>
      <h3 className="pb-1 text-15 font-medium tracking-normal text-ink">{t('income.derivation.yours')}</h3>
      <dl className="grid grid-cols-[1fr_max-content] items-baseline gap-x-4 gap-y-1.5 rounded-m bg-sunken px-4 py-3">
        {line(
          '',
          <Money fils={netIncomeFils} decimals={2} />,
          t(state === 'estimated' ? 'income.derivation.target' : 'income.line.netIncome'),
        )}
        {line('×', <OwnFigure>{formatCount(units)}</OwnFigure>, t('income.derivation.shares'))}
        {line('÷', formatCount(unitsIssued), t('income.derivation.all'))}
        {line(
          '=',
          <OwnMoney fils={amountFils} decimals={2} className="text-18 font-medium" />,
          t(state === 'estimated' ? 'income.derivation.amountEstimated' : 'income.derivation.amount'),
        )}
      </dl>
      <p className="pt-2 text-13">
        {t(state === 'estimated' ? 'income.derivation.roundedDown' : 'income.derivation.rounded')}
      </p>
    </section>
  )
}

function Dates({ row: { recordDate, declaredAt, paidAt } }: { row: IncomeRow }) {
  const t = useT()
  const locale = useLocale()
  if (!recordDate) return null
  const facts = [
    { term: t('income.derivation.recordDate'), value: formatDate(recordDate, locale) },
    ...(declaredAt ? [{ term: t('income.derivation.declaredAt'), value: formatDate(declaredAt, locale) }] : []),
    ...(paidAt ? [{ term: t('income.derivation.paidAt'), value: formatDate(paidAt, locale) }] : []),
  ]
  return <DefinitionList dense className="border-y border-line" facts={facts} />
}
