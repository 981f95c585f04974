import type { Waterfall } from '@hissa/money'
import { useT } from '../i18n/i18n.js'
import { cx } from '../lib/cx.js'
import { waterfallLines } from '../lib/waterfall-lines.js'
import { Money } from './money.js'

interface IncomeLinesProps {
  /** Visually hidden; read before the table. */
  caption: string
  /** One waterfall, or several beside each other under their names. */
  columns: ReadonlyArray<{ header: string; waterfall: Waterfall | null }>
  /** Staff density. */
  dense?: boolean
}

/** Opens net income line by line: rent, what is subtracted from it, and the results. Amounts with their fils. */
export function IncomeLines({ caption, columns, dense = false }: IncomeLinesProps) {
  const t = useT()
  const lines = waterfallLines(columns.map(({ waterfall }) => waterfall))
  const isOne = columns.length === 1
  return (
    <table className={cx('w-full', dense ? 'text-13' : 'text-13 md:text-15')}>
      <caption className="sr-only">{caption}</caption>
      <thead className={isOne ? 'sr-only' : 'text-13 text-ink-2'}>
        <tr>
          <th scope="col" className="py-1.5 pe-3 text-start font-normal">
            {isOne ? t('income.line') : <span className="sr-only">{t('income.line')}</span>}
          </th>
          {columns.map(({ header }) => (
            <th key={header} scope="col" className="py-1.5 ps-3 text-end font-medium">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, amounts, isResult }) => (
          <tr key={name} className={cx('border-t border-line', isResult && 'font-medium')}>
            <th scope="row" className={cx('py-1.5 pe-3 text-start', isResult ? 'font-medium' : 'font-normal')}>
              {t(`income.line.${name}`)}
            </th>
            {amounts.map((amount, index) => (
              <td key={columns[index]!.header} className="py-1.5 ps-3 text-end whitespace-nowrap">
                {amount === null ? (
                  <span className="text-ink-2">–</span>
                ) : (
                  <span dir="ltr" className="inline-block text-end">
                    <Money fils={amount} decimals={2} />
                  </span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
