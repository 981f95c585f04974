import { type Fils, fils, toDecimal } from '@hissa/money'
import type { Language } from '@hissa/texts'
import { statementTexts } from '../texts/statements.js'
import type { AccountFigures, StatementFigures, TaxFigures } from './figures.js'
import { signatureText, type SignedStatement } from './seal.js'

const money = (amount: Fils) => toDecimal(amount)

/**
 * Returns a statement as the lines of a table, its headings first and its seal last: code, date, reference, what,
 * property, amount, balance and shares. No language changes the codes. Amounts are decimals in dirhams.
 */
export function statementRows({ figures, seal, signature }: SignedStatement, language: Language): string[][] {
  const t = statementTexts(language)
  const head = [
    ...[t('statement.csv.line'), t('statement.date'), t('statement.reference'), t('statement.what')],
    ...[t('statement.property'), t('statement.csv.amount'), t('statement.csv.balance'), t('statement.shares')],
  ]
  const { investor, from, to } = figures
  return [
    head,
    ['period', from, to, figures.type],
    ['investor', '', investor.id, investor.name ?? ''],
    ...rowsOf(figures, language),
    ['seal', signature.keyId, seal.hash, signatureText(signature.value), seal.amounts.join(' ')],
  ]
}

const rowsOf = (figures: StatementFigures, language: Language) =>
  figures.type === 'hissa.statement.account.v1' ? accountRows(figures, language) : taxRows(figures, language)

function accountRows({ cash, from, to, movements, holdings, income, fees }: AccountFigures, language: Language) {
  const t = statementTexts(language)
  const title = new Map(holdings.map((held) => [held.propertyId, held.title]))
  return [
    ['opening', from, '', t('statement.opening'), '', '', money(cash.openingFils)],
    ...movements.map(({ day, reference, kind, propertyId, amountFils, balanceFils }) => [
      ...['movement', day, reference, t(`statement.kind.${kind}`)],
      ...[propertyId === undefined ? '' : (title.get(propertyId) ?? propertyId), money(amountFils), money(balanceFils)],
    ]),
    ['closing', to, '', t('statement.closing'), '', '', money(cash.closingFils)],
    ['reserved', to, '', t('statement.reserved'), '', money(cash.reservedFils)],
    ...income.map((one) => ['income', '', '', t('statement.income'), one.title, money(one.amountFils)]),
    ['fees', '', '', t('statement.fees'), '', money(fees.netFils)],
    ...holdingRows(holdings, from, to, language),
  ]
}

function taxRows({ from, to, income, byProperty, totals, transfers, holdings }: TaxFigures, language: Language) {
  const t = statementTexts(language)
  const parts = (row: TaxFigures['totals'] | TaxFigures['income'][number]) =>
    [
      ['gross', t('statement.gross'), row.grossFils],
      ['costs', t('statement.costs'), row.costsFils],
      ['reserve', t('statement.reserve'), row.reserveFils],
      ['platform-fee', t('statement.platformFee'), row.platformFeeFils],
      ['paid', t('statement.paid'), row.amountFils],
    ] as const
  return [
    ...income.flatMap((one) =>
      parts(one).map(([code, what, amount]) => [
        `income-${code}`,
        one.day,
        one.reference,
        what,
        one.title,
        money(amount),
      ]),
    ),
    ...byProperty.map((one) => ['income-property', '', '', t('statement.paid'), one.title, money(one.amountFils)]),
    ...parts(totals).map(([code, what, amount]) => [`total-${code}`, '', '', what, '', money(amount)]),
    ['total-withheld', '', '', t('statement.withheld'), '', money(totals.withheldFils)],
    ['disposals', from, to, t('statement.noDisposals'), '', money(fils(0))],
    ...transfers.map((one) => [
      ...[
        'transfer',
        one.day,
        one.reference,
        t('statement.transfer'),
        one.title,
        '',
        '',
        `${one.direction === 'out' ? '-' : ''}${one.units}`,
      ],
    ]),
    ...holdingRows(holdings, from, to, language),
  ]
}

function holdingRows(holdings: StatementFigures['holdings'], from: string, to: string, language: Language) {
  const t = statementTexts(language)
  return holdings.flatMap(({ title, opening, closing }) => [
    [
      'shares-opening',
      from,
      '',
      t('statement.sharesOpening'),
      title,
      '',
      '',
      String(opening.paid + opening.registered),
    ],
    ['shares-closing', to, '', t('statement.sharesClosing'), title, '', '', String(closing.paid + closing.registered)],
    ['shares-registered', to, '', t('statement.sharesRegistered'), title, '', '', String(closing.registered)],
  ])
}
