import * as z from 'zod/mini'
import { defineRpc, id, isoDateTime, Locale, version } from '../core.js'
import { NOT_FOUND } from '../errors.js'
import { LocalText } from './property.js'

/** A version of a legal text or of a disclosure that was published once. Its wording never changes. */
export const LegalVersion = z.object({
  documentId: id,
  version,
  /** `accepted` texts are accepted before a payment; `public` ones apply to everyone. */
  kind: z.enum(['public', 'accepted']),
  title: LocalText,
  /** SHA-256, hex, of the version in all its languages. */
  hash: z.string(),
  /** When this installation first published it. */
  publishedAt: isoDateTime,
  /** Known of the current version of a public text; null otherwise. */
  effectiveFrom: z.nullable(z.iso.date()),
  state: z.enum(['current', 'previous']),
})
export type LegalVersion = z.infer<typeof LegalVersion>

/** Returns every published version of the legal texts and disclosures, by document, the newest version first. */
export const ListLegalVersions = defineRpc({
  name: 'property.listLegalVersions',
  access: ['content', 'admin'],
  input: z.object({}),
  output: z.object({ versions: z.array(LegalVersion) }),
  errors: [],
})

/** Returns the wording of one version in a language, as it was published. */
export const GetLegalVersion = defineRpc({
  name: 'property.getLegalVersion',
  access: ['content', 'admin'],
  input: z.object({ documentId: id, version, locale: z._default(Locale, 'en') }),
  output: z.object({
    version: LegalVersion,
    locale: Locale,
    sections: z.array(z.object({ title: z.nullable(z.string()), paragraphs: z.array(z.string()) })),
    /** The label of the checkbox by which it is accepted; null for public texts. */
    statement: z.nullable(z.string()),
  }),
  errors: [NOT_FOUND],
})
