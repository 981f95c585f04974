import { blocksToHtml, type Block } from '@hissa/documents'
import type { AcquisitionLine, DocumentKind, LocalText, PropertyDocument, RentLine } from '@hissa/contracts/property'
import { fils, type Fils, formatBasisPoints, formatMoney, times } from '@hissa/money'
import { contentIn, formatCount, LANGUAGE_CODES, LANGUAGES, type Language } from '@hissa/texts'
import { createHash } from 'node:crypto'
import { dubaiMinute } from '../calendar/dubai-time.js'
import { minimumUnitsOf, type Property } from '../catalogue/property.js'
import type { Terms } from '../offerings/terms.js'
import { documentTexts } from '../texts/documents.js'

/**
 * The input of a document: the record and its terms. The state of the raise is not part of it, so that the hash is
 * stable.
 */
export interface DocumentSource {
  property: Pick<Property, 'listing' | 'texts' | 'sampleData'>
  terms: Terms
}

const KINDS: readonly DocumentKind[] = ['key_facts', 'spv_summary', 'valuation_note']
const CONTENTS: Record<DocumentKind, (source: DocumentSource, locale: Language) => Block[]> = {
  key_facts: keyFacts,
  spv_summary: spvSummary,
  valuation_note: valuationNote,
}

/** Returns the content of one document, of which its page and its PDF are made. */
export function documentBlocks(source: DocumentSource, kind: DocumentKind, locale: Language): Block[] {
  const blocks = CONTENTS[kind](source, locale)
  return source.property.sampleData ? [note(documentTexts(locale)('document.sample')), ...blocks] : blocks
}

/** Renders one document as an HTML fragment without scripts or styles. The same record renders the same bytes. */
export const renderDocument = (source: DocumentSource, kind: DocumentKind, locale: Language): string => {
  const { dir } = LANGUAGES[locale]
  return `<article lang="${locale}" dir="${dir}">${blocksToHtml(documentBlocks(source, kind, locale))}</article>`
}

/** Returns the documents of a version of the terms, one row per language, with size and hash. */
export const documentsOf = (source: DocumentSource, version: number): PropertyDocument[] =>
  KINDS.flatMap((kind) =>
    LANGUAGE_CODES.map((locale) => {
      const body = renderDocument(source, kind, locale)
      return {
        id: kind.replace('_', '-'),
        kind,
        title: documentTexts(locale)(`document.title.${kind}`),
        version,
        sizeBytes: Buffer.byteLength(body),
        hash: createHash('sha256').update(body).digest('hex'),
        locale,
      }
    }),
  )

const heading = (text: string): Block => ({ kind: 'heading', text })
const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
const note = (text: string): Block => ({ kind: 'note', text })
const facts = (rows: [term: string, value: string][]): Block => ({ kind: 'facts', rows })

const money = (amountFils: Fils, locale: Language) => formatMoney(amountFils, { locale })
const whole = (count: number, locale: Language) => formatCount(count, LANGUAGES[locale].tag)

function keyFacts({ property, terms }: DocumentSource, locale: Language): Block[] {
  const t = documentTexts(locale)
  const texts = contentIn(property.texts, locale)
  const { expectedReturn } = terms
  return [
    heading(texts.title),
    ...(texts.description ? [paragraph(texts.description)] : []),
    facts([
      [t('document.unitPrice'), money(terms.unitPriceFils, locale)],
      [t('document.unitsOffered'), whole(terms.unitsTotal, locale)],
      [t('document.unitsIssued'), whole(terms.unitsIssued, locale)],
      [t('document.raise'), money(times(terms.unitPriceFils, terms.unitsTotal), locale)],
      [t('document.closes'), closes(terms, locale)],
      [t('document.minimum'), money(terms.minimumFils, locale)],
      [t('document.fee'), formatBasisPoints(terms.feeBasisPoints, { locale })],
      [
        t('document.target'),
        expectedReturn
          ? t('document.targetStated', {
              percent: formatBasisPoints(expectedReturn.basisPoints, { locale }),
              date: expectedReturn.asOf,
              basis: contentIn(expectedReturn.basis, locale),
            })
          : t('document.notStated'),
      ],
      [
        t('document.term'),
        terms.termYears === null ? t('document.notStated') : t('document.years', { count: terms.termYears }),
      ],
      [t('document.deadline'), dubaiMinute(terms.deadline)],
    ]),
    lines(t('document.costTable'), terms.acquisition, locale),
    lines(t('document.rentTable'), terms.rent, locale),
    heading(t('document.risks')),
    paragraph(t('document.riskText')),
    paragraph(t('document.coolingOff')),
  ]
}

/** Returns what must be paid for the offering to close. */
function closes(terms: Terms, locale: Language): string {
  const t = documentTexts(locale)
  const minimum = minimumUnitsOf(terms)
  if (minimum === terms.unitsTotal) return t('document.closesAll')
  const percent = formatBasisPoints(Math.round((minimum * 10_000) / terms.unitsTotal), { locale })
  return t('document.closesPart', { percent, count: whole(minimum, locale) })
}

function spvSummary({ terms }: DocumentSource, locale: Language): Block[] {
  const t = documentTexts(locale)
  const { spv } = terms
  return [
    heading(spv?.name ?? t('document.notStated')),
    facts([
      [t('document.name'), spv?.name ?? t('document.notStated')],
      [t('document.registration'), spv?.registrationNumber ?? t('document.notStated')],
      [t('document.jurisdiction'), spv?.jurisdiction ?? t('document.notStated')],
      [t('document.unitsIssued'), whole(terms.unitsIssued, locale)],
      [t('document.unitsOffered'), whole(terms.unitsTotal, locale)],
    ]),
    paragraph(t('document.spvText')),
    ...(terms.unitsTotal < terms.unitsIssued ? [paragraph(t('document.sponsorText'))] : []),
  ]
}

function valuationNote({ property, terms }: DocumentSource, locale: Language): Block[] {
  const t = documentTexts(locale)
  const { listing } = property
  const texts = contentIn(property.texts, locale)
  const perSqm = listing.areaSqm
    ? money(fils(Math.round(listing.priceFils / listing.areaSqm / 100) * 100), locale)
    : t('document.notStated')
  return [
    heading(texts.title),
    paragraph(t('document.valuationText')),
    facts([
      [t('document.price'), money(listing.priceFils, locale)],
      [t('document.area'), listing.areaSqm ? `${listing.areaSqm} ${t('document.sqm')}` : t('document.notStated')],
      [t('document.pricePerSqm'), perSqm],
      [t('document.address'), texts.address ?? t('document.notStated')],
      [t('document.listedOn'), listing.listedOn ?? t('document.notStated')],
      [t('document.valuer'), terms.valuation?.valuer ?? t('document.notStated')],
      [t('document.valuedOn'), terms.valuation?.valuedOn ?? t('document.notStated')],
    ]),
  ]
}

function lines(caption: string, rows: readonly (RentLine | AcquisitionLine)[], locale: Language): Block {
  const t = documentTexts(locale)
  const local = (text: LocalText) => contentIn(text, locale)
  if (rows.length === 0) return paragraph(t('document.notStated'))
  return {
    kind: 'table',
    caption,
    head: [t('document.line'), t('document.amount'), t('document.basis'), t('document.source')],
    rows: rows.map((row) => [
      t(`document.line.${row.kind}`),
      money(row.amountFils, locale),
      local(row.basis),
      local(row.source),
    ]),
  }
}
