import { createHash } from 'node:crypto'
import type { Disclosure } from '@hissa/contracts/property'
import type { Locale } from '@hissa/contracts'
import { LANGUAGE_CODES, languageFor } from '@hissa/texts'
import type { DisclosureDraft } from './texts.js'

/** SHA-256 of a version in all its languages, hex: the same whichever language somebody read. */
export const disclosureHash = ({ documentId, version, texts }: DisclosureDraft): string =>
  createHash('sha256')
    .update(JSON.stringify([documentId, version, ...LANGUAGE_CODES.map((language) => texts[language])]))
    .digest('hex')

/** The text in a language, English where there is none in the one asked for. */
export function toDisclosure(draft: DisclosureDraft, asked: Locale): Disclosure {
  const locale = languageFor(asked)
  const { documentId, kind, version, required, texts } = draft
  return { id: documentId, kind, version, hash: disclosureHash(draft), required, locale, ...texts[locale] }
}
