import type { Fils } from '@hissa/money'
import { useT } from '../../i18n/i18n.js'
import { Money } from '../../ui/money.js'
import type { DeskColumn } from './desk-table.js'
import { aedText } from './parts.js'

/** Returns the column of an amount in dirhams. */
export const amountColumn = <Row,>(key: string, header: string, of: (row: Row) => Fils): DeskColumn<Row> => ({
  ...{ key, header, figures: true, order: of },
  text: (row) => aedText(of(row)),
  cell: (row) => <Money fils={of(row)} decimals={2} />,
})

/** Returns makers of the columns that only a file has: the property, the investor's reference and the currency. */
export function useFileColumns() {
  const t = useT()
  const column = <Row,>(key: string, header: string, text: (row: Row) => string): DeskColumn<Row> => ({
    ...{ key, header, text, fileOnly: true },
  })
  return {
    property: <Row,>(of: (row: Row) => { title: string }) =>
      column<Row>('propertyTitle', t('finance.column.property'), (row) => of(row).title),
    investorId: <Row,>(of: (row: Row) => string) => column<Row>('investorId', t('finance.column.investorId'), of),
    currency: <Row,>(of: (row: Row) => string = () => 'AED') =>
      column<Row>('currency', t('finance.column.currency'), (row) => of(row).toUpperCase()),
  }
}
