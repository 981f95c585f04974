import { NOT_FOUND, ok, refuse, type Answer, type Input as InputOf, type Output } from '@hissa/contracts'
import { GetLegalVersion, ListLegalVersions, type LegalVersion } from '@hissa/contracts/property'
import { Input, Rpc } from '@hissa/messaging'
import { MONGO, type Connection } from '@hissa/persistence'
import { DEFAULT_LANGUAGE, languageFor, type Language } from '@hissa/texts'
import { Controller, Inject } from '@nestjs/common'
import type { Model } from 'mongoose'
import { disclosureModel, type DisclosureRow } from './publish-disclosures.js'
import { DISCLOSURES } from './texts.js'
import { LEGAL_TEXTS } from '../legal/texts.js'

/** Shows staff every version of the legal texts and disclosures that was ever published. */
@Controller()
export class LegalVersionsController {
  private readonly rows: Model<DisclosureRow>

  constructor(@Inject(MONGO) connection: Connection) {
    this.rows = disclosureModel(connection)
  }

  @Rpc(ListLegalVersions)
  async list(): Promise<Answer<typeof ListLegalVersions>> {
    const rows = await this.rows.find().lean<DisclosureRow[]>()
    const versions = rows.map(toVersion)
    const place = new Map(DOCUMENTS.map(({ documentId }, index) => [documentId, index]))
    const placeOf = ({ documentId }: LegalVersion) => place.get(documentId) ?? DOCUMENTS.length
    return ok({ versions: versions.sort((a, b) => placeOf(a) - placeOf(b) || b.version - a.version) })
  }

  @Rpc(GetLegalVersion)
  async get(@Input() input: InputOf<typeof GetLegalVersion>): Promise<Answer<typeof GetLegalVersion>> {
    const { documentId, version, locale } = input
    const row = await this.rows.findOne({ _id: `${documentId}:${version}` }).lean<DisclosureRow>()
    if (!row) return refuse(NOT_FOUND, 'There is no such version.')
    return ok({ version: toVersion(row), ...wordingOf(row, languageFor(locale)) })
  }
}

const DOCUMENTS = [...LEGAL_TEXTS, ...DISCLOSURES]

function toVersion({ _id, hash, texts, publishedAt }: DisclosureRow): LegalVersion {
  const at = _id.lastIndexOf(':')
  const [documentId, version] = [_id.slice(0, at), Number(_id.slice(at + 1))]
  const current = DOCUMENTS.find((draft) => draft.documentId === documentId)
  const isCurrent = current?.version === version
  return {
    ...{ documentId, version, hash },
    kind: 'statement' in texts.en ? 'accepted' : 'public',
    title: { en: texts.en.title, ar: texts.ar.title },
    publishedAt: publishedAt.toISOString(),
    effectiveFrom: isCurrent && 'effectiveFrom' in current ? current.effectiveFrom : null,
    state: isCurrent ? 'current' : 'previous',
  }
}

function wordingOf({ texts }: DisclosureRow, asked: Language): Omit<Output<typeof GetLegalVersion>, 'version'> {
  // An earlier version has the languages of its time.
  const locale = texts[asked] ? asked : DEFAULT_LANGUAGE
  const text = texts[locale]
  if (!('statement' in text))
    return {
      locale,
      sections: text.sections.map(({ title, paragraphs }) => ({ title, paragraphs: [...paragraphs] })),
      statement: null,
    }
  return { locale, sections: [{ title: null, paragraphs: text.body.split('\n\n') }], statement: text.statement }
}
