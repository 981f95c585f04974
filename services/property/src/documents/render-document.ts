import type { AcquisitionLine, DocumentKind, LocalText, PropertyDocument, RentLine } from '@hissa/contracts/property'
import { fils, type Fils, formatBasisPoints, formatMoney, times } from '@hissa/money'
import { createHash } from 'node:crypto'
import type { Property } from '../catalogue/property.js'
import type { Terms } from '../offerings/terms.js'
import { facts, heading, paragraph, table } from './html.js'
import { LINE_WORDS, WORDS, type PaperLocale } from './words.js'

/** What a paper is made from: the record and its terms, never the state of the raise, so that its hash stays. */
export interface PaperSource {
  property: Pick<Property, 'listing' | 'texts' | 'sampleData'>
  terms: Terms
}

const KINDS: readonly DocumentKind[] = ['key_facts', 'spv_summary', 'valuation_note']
const LOCALES: readonly PaperLocale[] = ['en', 'ar']
const RENDERERS: Record<DocumentKind, (source: PaperSource, locale: PaperLocale) => string> = {
  key_facts: keyFacts,
  spv_summary: spvSummary,
  valuation_note: valuationNote,
}

/** Renders one paper as an HTML fragment without scripts or styles. The same record gives the same bytes. */
export const renderDocument = (source: PaperSource, kind: DocumentKind, locale: PaperLocale): string => {
  const note = source.property.sampleData ? `<p><strong>${WORDS[locale].sample}</strong></p>` : ''
  const direction = locale === 'ar' ? 'rtl' : 'ltr'
  return `<article lang="${locale}" dir="${direction}">${note}${RENDERERS[kind](source, locale)}</article>`
}

/** The papers of a version of the terms, one row for each language, with size and hash. */
export const documentsOf = (source: PaperSource, version: number): PropertyDocument[] =>
  KINDS.flatMap((kind) =>
    LOCALES.map((locale) => {
      const body = renderDocument(source, kind, locale)
      return {
        id: kind.replace('_', '-'),
        kind,
        title: WORDS[locale].titles[kind],
        version,
        sizeBytes: Buffer.byteLength(body),
        hash: createHash('sha256').update(body).digest('hex'),
        locale,
      }
    }),
  )

const money = (amountFils: Fils, locale: PaperLocale) => formatMoney(amountFils, { locale })

function keyFacts({ property, terms }: PaperSource, locale: PaperLocale): string {
  const words = WORDS[locale]
  const texts = property.texts[locale]
  const { expectedReturn } = terms
  const whole = (count: number) => count.toLocaleString('en-US')
  return [
    heading(texts.title),
    texts.description ? paragraph(texts.description) : '',
    facts([
      [words.unitPrice, money(terms.unitPriceFils, locale)],
      [words.unitsOffered, whole(terms.unitsTotal)],
      [words.unitsIssued, whole(terms.unitsIssued)],
      [words.raise, money(times(terms.unitPriceFils, terms.unitsTotal), locale)],
      [words.minimum, money(terms.minimumFils, locale)],
      [words.fee, formatBasisPoints(terms.feeBasisPoints, { locale })],
      [
        words.target,
        expectedReturn
          ? `${formatBasisPoints(expectedReturn.basisPoints, { locale })}, ${words.asOf} ${expectedReturn.asOf}. ${expectedReturn.basis[locale]}.`
          : words.notStated,
      ],
      [words.term, terms.termYears === null ? words.notStated : `${terms.termYears} ${words.years}`],
      [words.deadline, terms.deadline.toISOString().slice(0, 10)],
    ]),
    lines(words.costTable, terms.acquisition, locale),
    lines(words.rentTable, terms.rent, locale),
    heading(words.risks),
    paragraph(words.riskText),
    paragraph(words.coolingOff),
  ].join('')
}

function spvSummary({ terms }: PaperSource, locale: PaperLocale): string {
  const words = WORDS[locale]
  const { spv } = terms
  return [
    heading(spv?.name ?? words.notStated),
    facts([
      [words.name, spv?.name ?? words.notStated],
      [words.registration, spv?.registrationNumber ?? words.notStated],
      [words.jurisdiction, spv?.jurisdiction ?? words.notStated],
      [words.unitsIssued, terms.unitsIssued.toLocaleString('en-US')],
      [words.unitsOffered, terms.unitsTotal.toLocaleString('en-US')],
    ]),
    paragraph(words.spvText),
    terms.unitsTotal < terms.unitsIssued ? paragraph(words.sponsorText) : '',
  ].join('')
}

function valuationNote({ property }: PaperSource, locale: PaperLocale): string {
  const words = WORDS[locale]
  const { listing, texts } = property
  const perSqm = listing.areaSqm
    ? money(fils(Math.round(listing.priceFils / listing.areaSqm / 100) * 100), locale)
    : words.notStated
  return [
    heading(texts[locale].title),
    paragraph(words.valuationText),
    facts([
      [words.price, money(listing.priceFils, locale)],
      [words.area, listing.areaSqm ? `${listing.areaSqm} ${words.sqm}` : words.notStated],
      [words.pricePerSqm, perSqm],
      [words.address, texts[locale].address ?? words.notStated],
      [words.listedOn, listing.listedOn ?? words.notStated],
    ]),
  ].join('')
}

function lines(caption: string, rows: readonly (RentLine | AcquisitionLine)[], locale: PaperLocale): string {
  const words = WORDS[locale]
  const local = (text: LocalText) => text[locale]
  if (rows.length === 0) return paragraph(words.notStated)
  return table(
    caption,
    [words.line, words.amount, words.basis, words.source],
    rows.map((row) => [
      LINE_WORDS[locale][row.kind],
      money(row.amountFils, locale),
      local(row.basis),
      local(row.source),
    ]),
  )
}
