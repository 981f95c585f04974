import type { LegalTextKind } from '@hissa/contracts/property'
import { LANGUAGE_CODES, type Language } from '@hissa/texts'
import { legalTexts } from '../texts/legal.js'

export interface LegalSection {
  title: string
  paragraphs: readonly string[]
}

export interface LegalDraft {
  documentId: string
  kind: LegalTextKind
  /** Increased with every change of the wording; earlier versions are kept. */
  version: number
  effectiveFrom: string
  /** By language, in the order of the list of languages. */
  texts: Record<Language, LegalParts>
}

interface LegalParts {
  title: string
  sections: readonly LegalSection[]
}

const draft = (kind: LegalTextKind, version: number, effectiveFrom: string): LegalDraft => ({
  documentId: kind,
  kind,
  version,
  effectiveFrom,
  texts: Object.fromEntries(
    LANGUAGE_CODES.map((language) => [language, textOf(kind, language)]),
  ) as LegalDraft['texts'],
})

function textOf(kind: LegalTextKind, language: Language): LegalParts {
  const t = legalTexts(language)
  const ids = legalTexts.ids.filter((id) => id.startsWith(`legal.${kind}.`))
  const sections = ids
    .filter((id) => /\.\d+\.title$/.test(id))
    .map((id) => {
      const prefix = id.slice(0, -'title'.length)
      const paragraphs = ids.filter((other) => other.startsWith(prefix) && other !== id)
      return { title: t(id), paragraphs: paragraphs.map((paragraph) => t(paragraph)) }
    })
  return { title: t(`legal.${kind}.title`), sections }
}

/** Texts that apply to everyone who uses the platform. They describe only what the product does today. */
export const LEGAL_TEXTS: readonly LegalDraft[] = [
  draft('terms', 6, '2026-11-29'),
  draft('privacy', 5, '2026-11-27'),
  draft('complaints', 4, '2026-11-27'),
]
