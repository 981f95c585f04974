import { GetDisclosures, GetLegalTexts, GetLegalVersion, ListLegalVersions } from '@hissa/contracts/property'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { staff, startPublications, type Publications } from './publications.js'

let service: Publications
beforeAll(async () => {
  service = await startPublications()
})
afterAll(() => service?.stop())

const versions = async () => (await staff().call(ListLegalVersions)).versions

describe('the versions of the legal texts', () => {
  it('are those that visitors and investors see, with hash and date', async () => {
    const listed = await versions()
    const { documents: texts } = await service.rpc.call(GetLegalTexts, { locale: 'en' })
    const { documents: disclosures } = await service.rpc.call(GetDisclosures, { locale: 'en' })
    for (const { id, version, hash, effectiveFrom, title } of texts) {
      const found = listed.find(({ documentId }) => documentId === id)
      expect(found).toMatchObject({ version, hash, effectiveFrom, kind: 'public', state: 'current' })
      expect(found!.title.en).toBe(title)
    }
    for (const { id, version, hash } of disclosures)
      expect(listed.find(({ documentId }) => documentId === id)).toMatchObject({ version, hash, kind: 'accepted' })
    expect(listed).toHaveLength(texts.length + disclosures.length)
  })

  it('include earlier ones after the current one, with their own wording', async () => {
    const current = (await versions()).find(({ documentId }) => documentId === 'terms')!
    const text = { title: 'Old terms', sections: [{ title: 'One', paragraphs: ['Old wording.'] }] }
    const earlier = { _id: `terms:${current.version - 1}` as never, hash: 'aa', publishedAt: new Date(0) }
    await service.mongo.collection('disclosures').insertOne({ ...earlier, texts: { en: text, ar: text } })
    const terms = (await versions()).filter(({ documentId }) => documentId === 'terms')
    expect(terms.map(({ version, state, effectiveFrom }) => [version, state, effectiveFrom])).toEqual([
      [current.version, 'current', current.effectiveFrom],
      [current.version - 1, 'previous', null],
    ])
    const input = { documentId: 'terms', version: current.version - 1, locale: 'ar' as const }
    expect(await staff(['admin']).call(GetLegalVersion, input)).toMatchObject({
      ...{ sections: text.sections, statement: null, locale: 'ar' },
    })
    // Published before French was a language of the platform.
    const inFrench = await staff(['admin']).call(GetLegalVersion, { ...input, locale: 'fr' })
    expect(inFrench).toMatchObject({ sections: text.sections, locale: 'en' })
  })

  it('show a disclosure with the statement that was accepted, in the language asked for', async () => {
    const { version } = (await versions()).find(({ documentId }) => documentId === 'risk-warning')!
    const read = await staff().call(GetLegalVersion, { documentId: 'risk-warning', version, locale: 'ar' })
    expect(read.statement).toMatch(/\p{Script=Arabic}/u)
    expect(read.sections[0]!.paragraphs.length).toBeGreaterThan(0)
  })

  it('are not found by an unknown number', async () => {
    const input = { documentId: 'terms', version: 999, locale: 'en' as const }
    await expect(staff().call(GetLegalVersion, input)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('are refused to who has neither of the roles', async () => {
    for (const groups of [['investor'], ['finance'], ['compliance']]) {
      await expect(staff(groups).call(ListLegalVersions)).rejects.toMatchObject({ code: 'FORBIDDEN' })
      const input = { documentId: 'terms', version: 4, locale: 'en' as const }
      await expect(staff(groups).call(GetLegalVersion, input)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
  })
})
