import { createHash } from 'node:crypto'
import type { Disclosure } from '@hissa/contracts/property'
import type { Locale } from '@hissa/contracts'
import { LANGUAGE_CODES, languageFor } from '@hissa/texts'
import type { DisclosureDraft } from './texts.js'

/** Returns the SHA-256 (hex) of a version in all its languages, so that every language has the same hash. */
export const disclosureHash = ({ documentId, version, texts }: DisclosureDraft): string =>
  createHash('sha256')
    .update(JSON.stringify([documentId, version, ...LANGUAGE_CODES.map((language) => texts[language])]))
    .digest('hex')

/** Returns the text in a language, or in English if that language doesn't exist. */
export function toDisclosure(draft: DisclosureDraft, asked: Locale): Disclosure {
  const locale = languageFor(asked)
  const { documentId, kind, version, required, texts } = draft
  return { id: documentId, kind, version, hash: disclosureHash(draft), required, locale, ...texts[locale] }
}
