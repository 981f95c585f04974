import type { PropertyPicture } from '@hissa/contracts/property'
import { describe, expect, it } from '@jest/globals'
import { shownPictures, type StoredPicture } from '../catalogue/uploaded.js'
import { arrange } from './arrange.js'

const upload = (pictureId: string, kind: StoredPicture['kind'] = 'photo'): StoredPicture => ({
  ...{ pictureId, kind, caption: { en: `Room ${pictureId}`, ar: `غرفة ${pictureId}` } },
  ...{ width: 1_280, height: 853, widths: [400, 800, 1_280], files: {}, sha256: pictureId, key: `anna:${pictureId}` },
  addedAt: new Date('2026-11-28T08:00:00Z'),
})
const illustration = (kind: PropertyPicture['kind']): PropertyPicture => ({
  ...{ kind, illustration: true, width: 1_280, height: 960, widths: [1_280], light: `/media/${kind}`, dark: null },
})
const asked = ({ pictureId, kind, caption }: StoredPicture) => ({ pictureId, kind, caption })

describe('the list of uploaded pictures', () => {
  const [a, b] = [upload('a'), upload('b')]

  it('takes order, kinds and captions, cleans the captions and names what is left out', () => {
    const list = [{ ...asked(b), kind: 'plan' as const, caption: { en: '  Plan\n of it ', ar: 'مخطط\u200f' } }]
    expect(arrange([a, b], list)).toEqual({
      ...{ ok: true, isChanged: true, removed: [a] },
      uploads: [{ ...b, kind: 'plan', caption: { en: 'Plan of it', ar: 'مخطط' } }],
    })
  })

  it('is unchanged if it says what is stored', () => {
    expect(arrange([a, b], [asked(a), asked(b)])).toMatchObject({ ok: true, isChanged: false, removed: [] })
    expect(arrange([a, b], [asked(b), asked(a)])).toMatchObject({ ok: true, isChanged: true })
  })

  it('names an unknown picture, one that is listed twice, and captions that cannot be stored', () => {
    const list = [
      asked(upload('c')),
      asked(a),
      asked(a),
      { ...asked(b), caption: { en: '\u200b', ar: 'Room' } },
      { ...asked(b), caption: { en: 'Room', ar: ' ' } },
    ]
    const refused = arrange([a, b], list)
    expect(refused.ok ? [] : refused.faults.map(({ path, code }) => [path, code])).toEqual([
      ['/pictures/0/pictureId', 'unknown'],
      ['/pictures/2/pictureId', 'repeated'],
      ['/pictures/3/caption/en', 'missing'],
      ['/pictures/3/caption/ar', 'not_arabic'],
      ['/pictures/4/caption/ar', 'missing'],
      ['/pictures/4/pictureId', 'repeated'],
    ])
  })
})

describe('the pictures that a property shows', () => {
  const pictures = [illustration('maquette'), illustration('plan')]
  const kindsOf = (uploads: StoredPicture[]) =>
    shownPictures({ propertyId: 'Prop_1_yas', pictures, uploads }).map((each) => [each.kind, each.illustration])

  it('are the illustrations without uploads', () => {
    expect(shownPictures({ propertyId: 'Prop_1_yas', pictures })).toEqual(pictures)
    expect(shownPictures({ propertyId: 'Prop_1_yas', pictures, uploads: [] })).toEqual(pictures)
  })

  it('have photographs in place of the illustrated building, and floor plans in place of the illustrated plan', () => {
    expect(kindsOf([upload('a')])).toEqual([
      ['photo', false],
      ['plan', true],
    ])
    expect(kindsOf([upload('a', 'plan')])).toEqual([
      ['maquette', true],
      ['plan', false],
    ])
    expect(kindsOf([upload('a'), upload('b', 'plan'), upload('c')])).toEqual([
      ['photo', false],
      ['plan', false],
      ['photo', false],
    ])
  })

  it('name the addresses of their files and nothing that only staff may know', () => {
    const [shown] = shownPictures({ propertyId: 'Prop_1_yas', uploads: [upload('a')] })
    expect(shown).toEqual({
      ...{ kind: 'photo', illustration: false, width: 1_280, height: 853, widths: [400, 800, 1_280], dark: null },
      ...{ light: '/api/property-media/Prop_1_yas/a', caption: { en: 'Room a', ar: 'غرفة a' } },
    })
  })
})
