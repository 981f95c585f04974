import type { Block, PrintedDocument } from '@hissa/documents'
import { type Fils, formatMoney, sum } from '@hissa/money'
import { formatCount, LANGUAGES, type Language } from '@hissa/texts'
import { statementTexts } from '../texts/statements.js'
import type { AccountFigures, HeldProperty, TaxFigures, TaxTotals } from './figures.js'
import { qrText, type SignedStatement } from './seal.js'

/** What a statement states besides its figures. */
export interface StatementSource {
  signed: SignedStatement
  company: string | undefined
  regulator: string
  publicUrl: string
}

/** The most movements, and payments of income, that a PDF lists; the other files list all of them. */
const MOST_PRINTED = 200
/** The most properties whose income has a table of its own in a PDF. */
const MOST_TABLES = 20
/** The most transfers of shares that a PDF lists. */
const MOST_TRANSFERS = 50

/** The end of an id that is too long for its column; the other files have all of it. */
const short = (reference: string) => (reference.length > 18 ? `…${reference.slice(-12)}` : reference)

interface Words {
  t: ReturnType<typeof statementTexts>
  money: (amount: Fils) => string
  whole: (count: number) => string
}

/** Returns a statement in one language. */
export function statementDocument(source: StatementSource, language: Language): PrintedDocument {
  const { signed, company, regulator, publicUrl } = source
  const { figures, seal, signature } = signed
  const t = statementTexts(language)
  const words: Words = {
    t,
    money: (amount) => formatMoney(amount, { locale: language, decimals: 2 }),
    whole: (count) => formatCount(count, LANGUAGES[language].tag),
  }
  const { investor, from, to } = figures
  const facts: [string, string][] = [
    ...(investor.name ? [[t('statement.investor'), investor.name] as [string, string]] : []),
    [t('statement.account'), investor.id],
    [t('statement.from'), from],
    [t('statement.to'), to],
    ...(company ? [[t('statement.company'), company] as [string, string]] : []),
  ]
  const address = qrText(signed, publicUrl)
  const isAccount = figures.type === 'hissa.statement.account.v1'
  return {
    title: t(isAccount ? 'statement.title.account' : 'statement.title.tax'),
    language,
    brand: t('statement.brand'),
    blocks: [
      { kind: 'facts', rows: facts },
      ...(isAccount ? accountBlocks(figures, words) : taxBlocks(figures, words)),
      { kind: 'heading', text: t('statement.verify') },
      { kind: 'paragraph', text: t('statement.verifyText') },
      {
        kind: 'facts',
        rows: [
          [t('statement.hash'), seal.hash],
          [t('statement.key'), signature.keyId],
        ],
      },
      { kind: 'qr', address, text: t('statement.qr'), shown: address.slice(0, address.indexOf('#')) },
    ],
    footer: t('statement.footer', { hash: seal.hash.slice(0, 16), status: regulator }),
  }
}

function accountBlocks(figures: AccountFigures, { t, money, whole }: Words): Block[] {
  const { cash, movements, totals, income, incomeFils, fees } = figures
  const printed = movements.slice(-MOST_PRINTED)
  return [
    {
      kind: 'table',
      caption: t('statement.cash'),
      head: [t('statement.what'), t('statement.amount')],
      rows: [
        [t('statement.opening'), money(cash.openingFils)],
        ...totals.map(({ kind, amountFils }) => [t(`statement.kind.${kind}`), money(amountFils)]),
        [t('statement.closing'), money(cash.closingFils)],
      ],
    },
    ...(cash.reservedFils > 0
      ? [{ kind: 'paragraph' as const, text: t('statement.reservedText', { amount: money(cash.reservedFils) }) }]
      : []),
    ...(movements.length === 0
      ? [{ kind: 'paragraph' as const, text: t('statement.noMovements') }]
      : [
          {
            kind: 'table' as const,
            caption: t('statement.movements'),
            head: [t('statement.what'), t('statement.amount'), t('statement.balance'), t('statement.reference')],
            rows: [
              ...printed.map(({ day, kind, amountFils, balanceFils, reference }) => [
                ...[`${day}\n${t(`statement.kind.${kind}`)}`, money(amountFils), money(balanceFils), short(reference)],
              ]),
              [t('statement.closing'), '', money(cash.closingFils), ''],
            ],
          },
        ]),
    ...(printed.length < movements.length
      ? [{ kind: 'note' as const, text: t('statement.notPrinted', { count: movements.length - printed.length }) }]
      : []),
    ...holdingBlocks(figures.holdings, { t, money, whole }),
    ...(income.length === 0
      ? [{ kind: 'paragraph' as const, text: t('statement.noIncome') }]
      : [
          {
            kind: 'table' as const,
            caption: t('statement.incomeReceived'),
            head: [t('statement.property'), t('statement.amount')],
            rows: [
              ...income.map(({ title, amountFils }) => [title, money(amountFils)]),
              [t('statement.total'), money(incomeFils)],
            ],
          },
        ]),
    {
      kind: 'table',
      caption: t('statement.fees'),
      head: [t('statement.what'), t('statement.amount')],
      rows: [
        [t('statement.feesCharged'), money(fees.chargedFils)],
        [t('statement.feesReturned'), money(fees.returnedFils)],
        [t('statement.total'), money(fees.netFils)],
      ],
    },
  ]
}

function taxBlocks(figures: TaxFigures, { t, money, whole }: Words): Block[] {
  const { income, byProperty, totals, transfers, holdings, heldAtIssueFils } = figures
  const parts = (row: TaxTotals) => [
    [t('statement.gross'), money(row.grossFils)],
    [t('statement.costs'), money(row.costsFils)],
    [t('statement.reserve'), money(row.reserveFils)],
    [t('statement.platformFee'), money(row.platformFeeFils)],
    [t('statement.paid'), money(row.amountFils)],
  ]
  const head = [t('statement.what'), t('statement.amount')]
  const printed = income.slice(-MOST_PRINTED)
  return [
    { kind: 'note', text: t('statement.noAdvice') },
    { kind: 'table', caption: t('statement.incomeOfYear'), head, rows: parts(totals) },
    { kind: 'paragraph', text: t('statement.withheldText', { amount: money(totals.withheldFils) }) },
    ...(byProperty.length > MOST_TABLES ? [] : byProperty).map((one) => ({
      kind: 'table' as const,
      caption: one.title,
      head,
      rows: parts(one),
    })),
    ...(income.length === 0
      ? []
      : [
          {
            kind: 'table' as const,
            caption: t('statement.payments'),
            head: [t('statement.property'), t('statement.paid'), t('statement.date'), t('statement.quarter')],
            rows: [
              ...printed.map(({ title, amountFils, day, period = '' }) => [title, money(amountFils), day, period]),
              [t('statement.total'), money(totals.amountFils), '', ''],
            ],
          },
        ]),
    ...(printed.length < income.length
      ? [{ kind: 'note' as const, text: t('statement.notPrinted', { count: income.length - printed.length }) }]
      : []),
    { kind: 'heading', text: t('statement.disposals') },
    { kind: 'paragraph', text: t('statement.noDisposals') },
    ...transfers.slice(-MOST_TRANSFERS).map(({ day, title, units, direction, reference }) => ({
      kind: 'paragraph' as const,
      text: t(direction === 'out' ? 'statement.transferOut' : 'statement.transferIn', {
        ...{ day, property: title, units, reference: short(reference) },
      }),
    })),
    ...holdingBlocks(holdings, { t, money, whole }),
    { kind: 'paragraph', text: t('statement.heldAtIssue', { amount: money(heldAtIssueFils) }) },
  ]
}

function holdingBlocks(holdings: readonly HeldProperty[], { t, money, whole }: Words): Block[] {
  if (holdings.length === 0) return [{ kind: 'paragraph', text: t('statement.noHoldings') }]
  const rows = holdings.map(({ title, opening, closing, closingAtIssueFils }) => [
    ...[title, money(closingAtIssueFils)],
    ...[whole(opening.paid + opening.registered), whole(closing.paid + closing.registered)],
  ])
  const total = (at: 'opening' | 'closing') =>
    whole(holdings.reduce((count, held) => count + held[at].paid + held[at].registered, 0))
  const atIssue = sum(...holdings.map(({ closingAtIssueFils }) => closingAtIssueFils))
  return [
    {
      kind: 'table',
      caption: t('statement.holdings'),
      head: [
        ...[t('statement.property'), t('statement.atIssue')],
        ...[t('statement.sharesOpening'), t('statement.sharesClosing')],
      ],
      rows: [...rows, [t('statement.total'), money(atIssue), total('opening'), total('closing')]],
    },
  ]
}
