import { createHash } from 'node:crypto'
import type { Disclosure } from '@hissa/contracts/property'
import type { Locale } from '@hissa/contracts'
import type { DisclosureDraft } from './texts.js'

/** SHA-256 of a version in all its languages, hex: the same whichever language somebody read. */
export const disclosureHash = ({ documentId, version, texts }: DisclosureDraft): string =>
  createHash('sha256')
    .update(JSON.stringify([documentId, version, texts.en, texts.ar]))
    .digest('hex')

/** The text in a language, English where there is none in the one asked for. */
export function toDisclosure(draft: DisclosureDraft, asked: Locale): Disclosure {
  const locale = asked === 'ar' ? 'ar' : 'en'
  const { documentId, kind, version, required, texts } = draft
  return { id: documentId, kind, version, hash: disclosureHash(draft), required, locale, ...texts[locale] }
}
