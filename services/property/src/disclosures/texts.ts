import type { DisclosureKind } from '@hissa/contracts/property'
import { LANGUAGE_CODES, type Language } from '@hissa/texts'
import { disclosureTexts } from '../texts/disclosures.js'

export interface DisclosureText {
  title: string
  body: string
  statement: string
}

export interface DisclosureDraft {
  documentId: string
  kind: DisclosureKind
  /** Increased with every change of the wording; acceptances keep their version. */
  version: number
  required: boolean
  /** By language, in the order of the list of languages. */
  texts: Record<Language, DisclosureText>
}

type DisclosureId = 'risk-warning' | 'key-facts' | 'fees-and-conflicts' | 'cooling-off'

const draft = (documentId: DisclosureId, kind: DisclosureKind, version: number): DisclosureDraft => ({
  documentId,
  kind,
  version,
  required: true,
  texts: Object.fromEntries(LANGUAGE_CODES.map((language) => [language, textOf(documentId, language)])) as Record<
    Language,
    DisclosureText
  >,
})

function textOf(documentId: DisclosureId, language: Language): DisclosureText {
  const t = disclosureTexts(language)
  const prefix = `disclosure.${documentId}.`
  const paragraphs = disclosureTexts.ids.filter((id) => id.startsWith(prefix) && /\.\d+$/.test(id))
  return {
    title: t(`disclosure.${documentId}.title`),
    body: paragraphs.map((id) => t(id)).join('\n\n'),
    statement: t(`disclosure.${documentId}.statement`),
  }
}

/** Texts that an investor reads and accepts before paying: risk form, key facts, fees, cooling-off period. */
export const DISCLOSURES: readonly DisclosureDraft[] = [
  draft('risk-warning', 'risk_warning', 4),
  draft('key-facts', 'key_facts', 6),
  draft('fees-and-conflicts', 'fees_and_conflicts', 4),
  draft('cooling-off', 'cooling_off', 5),
]
