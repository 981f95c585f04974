import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { areCloseNames, CloseNames } from './close-names.js'
import { convertUnList } from './convert-un-list.js'
import { areBornYearsApart, hasOtherBirth } from './listed-dates.js'
import { listedNationality } from './nationality-names.js'
import { isWithinOneEdit, NearWords } from './near-words.js'
import { nameKeys, wordsOf } from './normalise-name.js'
import { Screener } from './sanctions-list.js'
import { formatSnapshot, loadSanctionsLists, MOST_NAMES, parseSnapshot } from './snapshot.js'

const SHIPPED = fileURLToPath(new URL('../../sanctions/', import.meta.url))
const lists = await loadSanctionsLists(SHIPPED)
const screener = new Screener(lists)
const un = lists.find(({ list }) => list === 'UN')!
const parties = un.parties
const idsOf = (name: string) => screener.screen({ profile_name: name }, []).map(({ dataId }) => dataId)

describe('wordsOf', () => {
  it.each([
    ['Łukasz O’Brien-Żółć', ['lukasz', 'obrien', 'zolc']],
    ['  GROß,  Jürgen ', ['gross', 'jurgen']],
    ['محمَّد الأحمد', ['محمد', 'الاحمد']],
    ['فاطمة علىـــ', ['فاطمه', 'علي']],
    ['‏إبراهيم‏', ['ابراهيم']],
    ['12 – ?', ['12']],
    ['', []],
  ])('returns the words of %p', (name, words) => expect(wordsOf(name)).toEqual(words))
})

describe('nameKeys', () => {
  it('returns the same keys regardless of order', () => {
    expect(nameKeys('Anna Maria Eriksson')[0]).toBe(nameKeys('ERIKSSON, Anna-Maria')[0])
  })
})

describe('screening with the bundled lists', () => {
  it('has the complete list of the United Nations of 2026-02-27', () => {
    expect(un.date).toBe('2026-02-27')
    expect(parties.filter(({ kind }) => kind === 'individual')).toHaveLength(730)
    expect(parties.filter(({ kind }) => kind === 'entity')).toHaveLength(273)
  })

  it("has the people and organisations of OFAC's list of 2019-01-15", () => {
    const ofac = lists.find(({ list }) => list === 'OFAC SDN')!
    expect(ofac.parties.filter(({ kind }) => kind === 'individual')).toHaveLength(3_845)
    expect(ofac.parties.filter(({ kind }) => kind === 'entity')).toHaveLength(2_994)
    expect(ofac.date).toBe('2019-01-15')
  })

  it('finds each of the 327 people with an Arabic name by that name', () => {
    const arabic = parties.flatMap((party) =>
      party.kind === 'individual'
        ? party.names
            .filter(({ quality, name }) => quality === 'original_script' && /\p{Script=Arabic}/u.test(name))
            .map(({ name }) => ({ party, name }))
        : [],
    )
    expect(arabic).toHaveLength(327)
    const missed = arabic.filter(({ party, name }) => !idsOf(name).includes(party.dataId))
    expect(missed).toEqual([])
  })

  it('finds every party by each of its names, in capitals and in reverse order', () => {
    const missed = parties.flatMap(({ dataId, names }) =>
      names.filter(
        ({ name }) =>
          wordsOf(name).length > 0 && !idsOf(name.toUpperCase().split(' ').toReversed().join(' ')).includes(dataId),
      ),
    )
    expect(missed).toEqual([])
  })

  it.each(['Anna Maria Eriksson', 'Layla Haddad', 'ليلى حداد', 'Yusuf Demir', 'محمد', 'Ali', '', '—'])(
    'has no strong hit for %p',
    (name) => {
      expect(
        idsOf(name).filter((id) =>
          screener.screen({ profile_name: name }, []).some((hit) => hit.dataId === id && hit.quality !== 'low'),
        ),
      ).toEqual([])
    },
  )

  it('treats a one-word name as weak regardless of its quality on the list', () => {
    expect(screener.screen({ profile_name: 'Rumuli' }, [])).toMatchObject([
      { list: 'OFAC SDN', quality: 'low', closeness: 'exact' },
      { list: 'UN', dataId: '6907995', quality: 'low', closeness: 'exact' },
    ])
  })

  it('returns only the strongest of several matches of a party', () => {
    const names = { profile_name: 'Frank Kakorere', document_name: 'BWAMBALE FRANK KAKOLELE' }
    expect(screener.screen(names, [])).toMatchObject([
      { dataId: '6907994', quality: 'primary', matchedOn: 'document_name', closeness: 'exact' },
    ])
  })
})

describe('screening for close names', () => {
  const badege = (name: string, ...births: string[]) =>
    screener.screen({ profile_name: name }, births).find(({ dataId }) => dataId === '6907993')

  it.each(['Badege Eric', 'Erik Badege', 'Eric Jean Badege', 'Badge Eirc', 'Badeege Rick Eric'])(
    'finds Eric Badege for %s',
    (name) => expect(badege(name)).toBeDefined(),
  )
  it.each(['Eric Badoge Badege', 'Eric'])('finds a name if either it or the listed one is the shorter: %s', (name) =>
    expect(badege(name)).toBeDefined(),
  )
  it.each(['Eric Bodage', 'Frederic Badege', 'Eric Bad', 'Eric Eric'])('does not find Eric Badege for %s', (name) =>
    expect(badege(name)).toBeUndefined(),
  )
  it.each([
    ['1969-01-01', true],
    ['1973-12-31', true],
    ['1968-12-31', false],
    ['1974-01-01', false],
  ])('compares birth date %s with the listed 1971: found %p', (birth, found) => {
    expect(badege('Erik Badege', birth) !== undefined).toBe(found)
    // One of two birth dates is sufficient.
    expect(badege('Erik Badege', birth, '1971-06-01')).toBeDefined()
  })
  it('finds an equal name regardless of the birth date', () => {
    expect(badege('Eric Badege', '1990-05-01')).toMatchObject({ closeness: 'exact', quality: 'primary' })
    expect(badege('Erik Badege', '1971-05-01')).toMatchObject({ closeness: 'close', quality: 'primary' })
  })
  it('treats a one-word name as weak', () => {
    expect(badege('Eric', '1971-01-01')).toMatchObject({ quality: 'low' })
  })

  const part = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 })
  const name = fc.array(part, { minLength: 1, maxLength: 4 })

  it('finds by index exactly the names that a full comparison finds', () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 30 }), name, (listed, searched) => {
        const index = new CloseNames(listed.map((parts, of) => ({ parts, of })))
        const all = listed.flatMap((parts, of) => (areCloseNames(searched, parts) ? [of] : []))
        expect(index.find(searched).sort((one, other) => one - other)).toEqual(all)
      }),
    )
  })

  it('matches each part to a different one, in any order', () => {
    fc.assert(
      fc.property(name, name, (one, other) => {
        const [short, long] = one.length <= other.length ? [one, other] : [other, one]
        const fits = (left: string[], taken: Set<number>): boolean => {
          const [first, ...rest] = left
          if (first === undefined) return true
          return long.some(
            (place, at) => !taken.has(at) && isWithinOneEdit(first, place) && fits(rest, new Set([...taken, at])),
          )
        }
        expect(areCloseNames(one, other)).toBe(fits(short, new Set()))
        expect(areCloseNames(other, one)).toBe(areCloseNames(one, other))
      }),
    )
  })
})

describe('isWithinOneEdit', () => {
  it.each([
    ['badege', 'badege', true],
    ['badege', 'badge', true],
    ['badege', 'baddege', true],
    ['badege', 'bodege', true],
    ['badege', 'badgee', true],
    ['badege', 'abdgee', false],
    ['badege', 'badg', false],
    ['badege', 'bodage', false],
    ['ab', 'ba', true],
    ['a', 'al', true],
    ['a', 'b', false],
  ])('for %s and %s returns %p', (one, other, near) => {
    expect(isWithinOneEdit(one, other)).toBe(near)
    expect(isWithinOneEdit(other, one)).toBe(near)
  })

  it('agrees with the index of NearWords', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 40 }), word, (words, searched) => {
        const index = new NearWords()
        for (const each of words) index.add(each)
        expect(index.near(searched).sort()).toEqual(words.filter((each) => isWithinOneEdit(each, searched)).sort())
      }),
    )
  })
})

describe('areBornYearsApart and hasOtherBirth', () => {
  it.each([
    [['1971'], ['1974-01-01'], true],
    [['1971'], ['1973-01-01'], false],
    [['1971', '1980-02-03'], ['1978-01-01'], false],
    [['1960/1965'], ['1968-01-01'], true],
    [['1960/1965'], ['1967-01-01'], false],
    [['1960/'], ['1999-01-01'], false],
    [['1968~'], ['1971-01-01'], true],
    [[], ['1971-01-01'], false],
    [['1971'], [], false],
    [['around the war'], ['1971-01-01'], false],
    [['1971'], ['1990-01-01', '1972-01-01'], false],
  ])('report %p and %p as more than two years apart: %p', (listed, births, apart) =>
    expect(areBornYearsApart(listed, births)).toBe(apart),
  )
  it.each([
    [['1971-02-03'], ['1971-02-04'], true],
    [['1971-02-03'], ['1971-02-03'], false],
    [['1971'], ['1971-02-04'], false],
    [['1971'], ['1972-02-04'], true],
    [['1971', '1971-02-03'], ['1971-02-04'], false],
    [['1968~'], ['1970-01-01'], false],
    [['1968~'], ['1971-01-01'], true],
    [['1960/1965'], ['1965-12-31'], false],
    [['1960/1965'], ['1966-01-01'], true],
    [['1971-02-03'], ['1990-01-01', '1971-02-03'], false],
    [[], ['1971-01-01'], false],
    [['1971'], [], false],
  ])('report %p as different from %p: %p', (listed, births, other) => expect(hasOtherBirth(listed, births)).toBe(other))
})

describe('listedNationality', () => {
  it.each([
    ['Democratic Republic of the Congo', 'COD'],
    ['Türkiye', 'TUR'],
    ['Guinea-Bissau', 'GNB'],
    [' Afghanistan ', 'AFG'],
    ['former Soviet Union', 'former Soviet Union'],
    ['na', null],
  ])('converts %s to %p', (text, nationality) => expect(listedNationality(text)).toBe(nationality))
})

describe('snapshots', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hissa-lists-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('are parsed as they were formatted', () => {
    expect(parseSnapshot(formatSnapshot(lists[0]!))).toEqual(lists[0])
  })
  it('are converted from the XML of the United Nations', () => {
    const list =
      convertUnList(`<CONSOLIDATED_LIST dateGenerated="2026-01-02T00:00:00Z"><INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID>
      <FIRST_NAME>A</FIRST_NAME><SECOND_NAME>B</SECOND_NAME><REFERENCE_NUMBER>X.1</REFERENCE_NUMBER><NAME_ORIGINAL_SCRIPT>ا ب</NAME_ORIGINAL_SCRIPT>
      <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>C</ALIAS_NAME></INDIVIDUAL_ALIAS><INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS>
      <NATIONALITY><VALUE>Iraq</VALUE><VALUE>na</VALUE></NATIONALITY>
      <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1960</YEAR></INDIVIDUAL_DATE_OF_BIRTH>
      </INDIVIDUAL></INDIVIDUALS><ENTITIES></ENTITIES></CONSOLIDATED_LIST>`)
    expect(list).toEqual({
      list: 'UN',
      date: '2026-01-02',
      parties: [
        {
          dataId: '1',
          reference: 'X.1',
          kind: 'individual',
          birthDates: ['1960~'],
          nationalities: ['IRQ'],
          names: [
            { quality: 'primary', name: 'A B' },
            { quality: 'original_script', name: 'ا ب' },
            { quality: 'low', name: 'C' },
          ],
        },
      ],
    })
  })
  it('can be parsed without the column of nationalities', () => {
    const old =
      '#list\tUN\n#date\t2026-01-02\ndataid\treference\tkind\tbirth_dates\tnames\n1\tX.1\tindividual\t1960\t=A B\n'
    expect(parseSnapshot(old).parties).toMatchObject([
      { birthDates: ['1960'], nationalities: [], names: [{ name: 'A B' }] },
    ])
  })
  it('cause a ConfigError above the largest number of names, in one file or in all', async () => {
    const named = (list: string, count: number) => {
      const names = Array.from({ length: count }, (_, at) => ({ quality: 'good' as const, name: `A ${at}` }))
      const party = {
        dataId: '1',
        reference: 'R',
        kind: 'individual' as const,
        birthDates: [],
        nationalities: [],
        names,
      }
      writeFileSync(
        join(folder, `${list}.tsv`),
        formatSnapshot({ list, date: '2026-01-02', kind: 'pep', parties: [party] }),
      )
    }
    named('B', MOST_NAMES + 1)
    await expect(loadSanctionsLists(folder)).rejects.toThrow(/B\.tsv: line 5: .*200,000 names/)
    named('B', MOST_NAMES)
    expect(await loadSanctionsLists(folder)).toHaveLength(1)
    named('C', 1)
    await expect(loadSanctionsLists(folder)).rejects.toThrow(/at most 200,000 names.*200,001/)
  })
  it('cause a ConfigError if they are dated more than a day in the future', async () => {
    const now = new Date('2026-11-29T10:00:00Z')
    const dated = (date: string) =>
      writeFileSync(join(folder, 'x.tsv'), formatSnapshot({ list: 'UN', date, parties: [] }))
    dated('2026-11-30')
    expect(await loadSanctionsLists(folder, undefined, now)).toHaveLength(1)
    for (const date of ['2026-12-01', '2062-02-27', '2026-02-31']) {
      dated(date)
      await expect(loadSanctionsLists(folder, undefined, now)).rejects.toThrow(/SANCTIONS_DIR .*x\.tsv: line 2: /)
    }
  })
  it('are optional, and without them nothing is screened', async () => {
    expect(await loadSanctionsLists(folder)).toEqual([])
  })
  it('cause a ConfigError if a file is damaged or the folder does not exist', async () => {
    writeFileSync(join(folder, 'x.tsv'), '#list\tUN\nnonsense')
    await expect(loadSanctionsLists(folder)).rejects.toThrow(/SANCTIONS_DIR must contain valid lists; x\.tsv/)
    await expect(loadSanctionsLists(join(folder, 'nowhere'))).rejects.toThrow(
      /SANCTIONS_DIR must be an existing folder/,
    )
  })
})
