import type { Locale } from '@hissa/contracts'
import type { LegalText } from '@hissa/contracts/property'
import { LANGUAGE_CODES, languageFor } from '@hissa/texts'
import { createHash } from 'node:crypto'
import type { LegalDraft } from './texts.js'

/** Returns the SHA-256 (hex) of a version in all its languages, so that every language has the same hash. */
export const legalHash = ({ documentId, version, effectiveFrom, texts }: LegalDraft): string =>
  createHash('sha256')
    .update(JSON.stringify([documentId, version, effectiveFrom, ...LANGUAGE_CODES.map((language) => texts[language])]))
    .digest('hex')

/** Returns the text in a language, or in English if that language doesn't exist. */
export function toLegalText(draft: LegalDraft, asked: Locale): LegalText {
  const locale = languageFor(asked)
  const { documentId, kind, version, effectiveFrom, texts } = draft
  const { title, sections } = texts[locale]
  return {
    id: documentId,
    kind,
    version,
    hash: legalHash(draft),
    effectiveFrom,
    title,
    sections: sections.map((section) => ({ title: section.title, paragraphs: [...section.paragraphs] })),
    locale,
  }
}
