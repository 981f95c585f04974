import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import { canArrange, isLongName, NameIndex } from './name-index.js'
import { wordsOf } from './normalise-name.js'
import { Screener } from './sanctions-list.js'
import { loadSanctionsLists } from './snapshot.js'

const lists = await loadSanctionsLists(fileURLToPath(new URL('../../sanctions/', import.meta.url)))
const screener = new Screener(lists)
const people = lists.flatMap(({ list, parties }) =>
  parties
    .filter(({ kind }) => kind === 'individual')
    .flatMap(({ dataId, names }) => names.map(({ name, quality }) => ({ id: `${list} ${dataId}`, name, quality }))),
)
const hitsOf = (name: string, births: string[] = []) => screener.screen({ profile_name: name }, births)
const idsOf = (name: string, births?: string[]) => hitsOf(name, births).map(({ list, dataId }) => `${list} ${dataId}`)

const partsOf = (name: string) => name.split(/[\s-]+/)
const middleOf = (parts: readonly string[]) => Math.floor((parts.length - 1) / 2)
const joinAt = (parts: string[], at: number) => parts.toSpliced(at, 2, parts.slice(at, at + 2).join(''))
const splitAt = (parts: string[], at: number) =>
  parts.toSpliced(at, 1, parts[at]!.slice(0, parts[at]!.length / 2), parts[at]!.slice(parts[at]!.length / 2))

/** Transliterations in travel documents of what the lists spell otherwise. */
const SPELLINGS: [RegExp, string][] = [
  [/\bmuhammad\b/gi, 'Mohamed'],
  [/\babd[- ]?a[lrsdntz][- ]/gi, 'Abdul '],
  [/\babdallah\b/gi, 'Abdullah'],
  [/\bahmad\b/gi, 'Ahmed'],
  [/\bhusayn\b/gi, 'Hussein'],
  [/\byusuf\b/gi, 'Youssef'],
  [/\bumar\b/gi, 'Omar'],
  [/\buthman\b/gi, 'Osman'],
  [/\bkhalid\b/gi, 'Khaled'],
  [/\bqasim\b/gi, 'Kassem'],
  [/\bbin /gi, ''],
  [/\bal[- ](?=\w)/gi, ''],
  [/ay/gi, 'ai'],
  [/u(?!l)/gi, 'ou'],
]

const VARIANTS: Record<string, (name: string) => string> = {
  'in reverse order': (name) => partsOf(name).toReversed().join(' '),
  'without spaces': (name) => partsOf(name).join(''),
  'without spaces in reverse order': (name) => partsOf(name).toReversed().join(''),
  'with two parts joined': (name) => joinAt(partsOf(name), middleOf(partsOf(name))).join(' '),
  'with a part split': (name) => splitAt(partsOf(name), middleOf(partsOf(name))).join(' '),
  'in other transliterations': (name) => SPELLINGS.reduce((text, [from, to]) => text.replace(from, to), name),
}

describe('NameIndex', () => {
  it.each([
    ['HANI ABDULLATIF TILFAH AL TIKRITI', '1962-01-01', 'UN 6908054'],
    ['MOHAMED HAMZA ZUBAIDI', '1938-01-01', 'UN 6908056'],
    ['ABDULTAWWAB MULLAH HUWAYSH', '1957-01-01', 'UN 6908066'],
    ['هاني عبداللطيف طلفاح', '1962-01-01', 'UN 6908054'],
  ])('finds %s, born %s', (name, birth, id) => expect(idsOf(name, [birth])).toContain(id))

  it.each(['الخليلي عبدالرحمن', 'Abdulrahman Al Khalili', 'عبدالرحمنالخليلي', 'الخليلي عبد ال رحمن'])(
    'finds عبد الرحمن الخليلي for %s',
    (name) => {
      const index = new NameIndex([{ name: 'عبد الرحمن الخليلي', isPerson: true, of: 1 }])
      expect(index.find(name).map(({ of }) => of)).toContain(1)
    },
  )

  it.each(Object.entries(VARIANTS))('finds every listed person %s', (_, variantOf) => {
    const listed = people.filter(
      ({ name, quality }) => (quality === 'primary' || quality === 'original_script') && wordsOf(name).length > 1,
    )
    expect(listed.length).toBeGreaterThan(4_000)
    expect(listed.filter(({ id, name }) => !idsOf(variantOf(name)).includes(id))).toEqual([])
  })

  it('arranges words that match in many ways without trying every order', () => {
    const words = Array.from({ length: 12 }, (_, index) => 'a'.repeat(index + 1))
    const text = 'a'.repeat(words.join('').length)
    expect(canArrange(words, text)).toBe(true)
    expect(canArrange([...words.slice(1), 'b'], `${text.slice(2)}ba`)).toBe(false)
    expect(canArrange([...words, 'a'], `${text}a`)).toBe(false)
  })

  it('finds a name for the same words in any order and with any spaces', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 })
    const name = fc.array(word, { minLength: 2, maxLength: 4 })
    const shuffled = name.chain((words) =>
      fc.shuffledSubarray(words, { minLength: words.length }).map((other) => ({ words, other })),
    )
    fc.assert(
      fc.property(shuffled, fc.nat(), ({ words, other }, cut) => {
        const index = new NameIndex([{ name: words.join(' '), isPerson: true, of: 1 }])
        const text = other.join('')
        const at = cut % text.length
        expect(index.find(`${text.slice(0, at)} ${text.slice(at)}`)).not.toEqual([])
      }),
    )
  })

  it.each([
    ['Walid Hamid Tawfiq Tikriti', 'Walidhamid Tikriti'],
    ['Walidhamid Tawfiq Tikriti', 'Walid Hamid Tikriti'],
  ])('finds %s for %s, with other spaces and a part left out', (listed, name) => {
    const index = new NameIndex([{ name: listed, isPerson: true, of: 1 }])
    expect(index.find(name)).toContainEqual({ of: 1, closeness: 'close', isWeak: false })
  })

  it('compares names of organisations only as they are written', () => {
    const of = (isPerson: boolean) => new NameIndex([{ name: 'Zubaydi Muhammad', isPerson, of: 1 }])
    expect(of(true).find('Zoubaidi Mohamed')[0]).toMatchObject({ closeness: 'close', isWeak: false })
    expect(of(false).find('Zoubaidi Mohamed')).toEqual([])
    expect(of(false).find('Muhammad Zubaydi')[0]).toMatchObject({ closeness: 'exact' })
  })

  it('finds a short name of one word only if it is equal', () => {
    const index = new NameIndex(['Tino', 'Rumuli'].map((name) => ({ name, isPerson: true, of: name })))
    expect(index.find('Tina Rumula').map(({ of }) => of)).toEqual(['Rumuli'])
    expect(index.find('Tino Costa')).toMatchObject([{ of: 'Tino', isWeak: true }])
  })
})

const data = process.env.HISSA_TEST_DATA
const withData = data && existsSync(join(data, 'screening-yente')) ? it : it.skip
const rowsOf = (path: string) => parse<Record<string, string>>(readFileSync(join(data!, path)), { columns: true })
const customersOf = (file: string) => {
  const rows: string[][] = parse(readFileSync(join(data!, 'screening-yente', file)), {
    from_line: 2,
    relax_column_count: true,
  })
  return rows.map((cells) => ({ name: cells[0]!, births: cells[5] ? [cells[5]] : [] }))
}

describe('isLongName', () => {
  it('is true for a name of more words than are compared with other spaces, which may hide a listed one', () => {
    const words = 'Yusuf Amir Khaled Nasser Salim Tariq Zayed Faisal Rashid Hamdan Majid Sultan'
    const index = new NameIndex([{ name: 'Badege Eric', isPerson: true, of: 1 }])
    expect([isLongName(words), isLongName(`${words} Omar`)]).toEqual([false, true])
    expect(index.find(`${words} Bad Ege Eric`)).toEqual([])
    expect(isLongName(`${words} Bad Ege Eric`)).toBe(true)
  })
})

describe('screening with published data', () => {
  withData('has few hits among a thousand synthetic customers (HISSA_TEST_DATA)', () => {
    const hits = customersOf('vr_negatives_global.csv').map(({ name, births }) => hitsOf(name, births))
    const any = hits.filter((found) => found.length > 0).length
    const strong = hits.filter((found) => found.some(({ quality }) => quality !== 'low')).length
    console.log(`false hits: ${strong} of ${hits.length} customers, and ${any - strong} weak ones`)
    expect(hits).toHaveLength(1_000)
    expect(strong).toBeLessThanOrEqual(2)
    expect(any).toBeLessThanOrEqual(20)
  })

  withData.each(['positives_un_untreated.csv', 'positives_un_treated.csv'])(
    'finds each of the 683 listed people in %s, despite typing errors (HISSA_TEST_DATA)',
    (file) => {
      const listed = customersOf(file)
      const missed = listed.filter(({ name, births }) => hitsOf(name, births).length === 0)
      console.log(`recall of ${file}: ${listed.length - missed.length} of ${listed.length}`)
      expect(listed).toHaveLength(683)
      expect(missed).toEqual([])
    },
  )

  withData('judges labelled pairs of names better than by their edit distance (HISSA_TEST_DATA)', () => {
    const judged = rowsOf('name-matching-nomenklatura/name_bench__cases.csv').map(
      ({ schema, name1, name2, is_match }) => ({
        isFound: new NameIndex([{ name: name2!, isPerson: schema === 'Person', of: 1 }]).find(name1!).length > 0,
        isSame: is_match === 'true',
      }),
    )
    const count = (isFound: boolean, isSame: boolean) =>
      judged.filter((pair) => pair.isFound === isFound && pair.isSame === isSame).length
    const [right, wrong, missed] = [count(true, true), count(true, false), count(false, true)]
    const f1 = (2 * right) / (2 * right + wrong + missed)
    console.log(`labelled pairs: F1 ${f1.toFixed(3)} (Levenshtein at 0.7: 0.652)`)
    expect(f1).toBeGreaterThan(0.652)
  })
})
