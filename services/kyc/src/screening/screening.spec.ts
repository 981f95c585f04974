import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
import { formatSnapshot, loadSanctionsLists, parseSnapshot } from './snapshot.js'

const SHIPPED = fileURLToPath(new URL('../../sanctions/', import.meta.url))
const lists = await loadSanctionsLists(SHIPPED)
const screener = new Screener(lists)
const parties = lists.flatMap((list) => list.parties)
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
  ])('reads %p', (name, words) => expect(wordsOf(name)).toEqual(words))

  it('gives the same keys for either order', () => {
    expect(nameKeys('Anna Maria Eriksson')[0]).toBe(nameKeys('ERIKSSON, Anna-Maria')[0])
  })
})

describe('the shipped United Nations list', () => {
  it('is the edition of 2026-02-27 with everybody on it', () => {
    expect(screener.listDate).toBe('2026-02-27')
    expect(parties.filter(({ kind }) => kind === 'individual')).toHaveLength(730)
    expect(parties.filter(({ kind }) => kind === 'entity')).toHaveLength(273)
  })

  it('finds each of the 327 people with an Arabic name by that name alone', () => {
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

  it('finds every party by each of its names, in capitals and in the other order', () => {
    const missed = parties.flatMap(({ dataId, names }) =>
      names.filter(
        ({ name }) =>
          wordsOf(name).length > 0 && !idsOf(name.toUpperCase().split(' ').toReversed().join(' ')).includes(dataId),
      ),
    )
    expect(missed).toEqual([])
  })

  it.each(['Anna Maria Eriksson', 'Layla Haddad', 'ليلى حداد', 'Yusuf Demir', 'محمد', 'Ali', '', '—'])(
    'has nobody called %p',
    (name) => {
      expect(
        idsOf(name).filter((id) =>
          screener.screen({ profile_name: name }, []).some((hit) => hit.dataId === id && hit.quality !== 'low'),
        ),
      ).toEqual([])
    },
  )

  it('calls a name of one word weak, whatever its quality on the list', () => {
    expect(screener.screen({ profile_name: 'Rumuli' }, [])).toMatchObject([
      { dataId: '6907995', quality: 'low', closeness: 'exact' },
    ])
  })

  it('names the strongest of several matches once', () => {
    const names = { profile_name: 'Frank Kakorere', document_name: 'BWAMBALE FRANK KAKOLELE' }
    expect(screener.screen(names, [])).toMatchObject([
      { dataId: '6907994', quality: 'primary', matchedOn: 'document_name', closeness: 'exact' },
    ])
  })

  const data = process.env.HISSA_TEST_DATA
  const customers = (file: string) => {
    const rows = readFileSync(join(data!, 'screening-yente', file), 'utf8')
      .split(/\r?\n/)
      .slice(1)
      .filter(Boolean)
    return rows.map((row) => {
      const cells = [...row.matchAll(/(?:"([^"]*)"|([^,]*))(?:,|$)/g)].map((cell) => cell[1] ?? cell[2] ?? '')
      return { name: cells[0]!, births: cells[5] ? [cells[5]] : [] }
    })
  }
  const withData = data && existsSync(join(data, 'screening-yente')) ? it : it.skip
  const strongHits = ({ name, births }: { name: string; births: string[] }) =>
    screener.screen({ profile_name: name }, births).filter(({ quality }) => quality !== 'low')

  withData('has no strong hit among a thousand made-up customers (HISSA_TEST_DATA)', () => {
    const made = customers('vr_negatives_global.csv')
    expect(made).toHaveLength(1_000)
    expect(made.filter((customer) => strongHits(customer).length > 0)).toEqual([])
  })

  withData('has a weak hit for at most one in a hundred of them (HISSA_TEST_DATA)', () => {
    const weak = customers('vr_negatives_global.csv').filter(
      ({ name, births }) => screener.screen({ profile_name: name }, births).length > 0,
    )
    expect(weak.length).toBeLessThanOrEqual(10)
  })

  withData.each(['positives_un_untreated.csv', 'positives_un_treated.csv'])(
    'finds each of the 683 listed people of %s, typing errors and all (HISSA_TEST_DATA)',
    (file) => {
      const listed = customers(file)
      expect(listed).toHaveLength(683)
      const missed = listed.filter(({ name, births }) => screener.screen({ profile_name: name }, births).length === 0)
      expect(missed).toEqual([])
    },
  )
})

describe('a close name', () => {
  const badege = (name: string, ...births: string[]) =>
    screener.screen({ profile_name: name }, births).find(({ dataId }) => dataId === '6907993')

  it.each(['Badege Eric', 'Erik Badege', 'Eric Jean Badege', 'Badge Eirc', 'Badeege Rick Eric'])(
    'is found: %s for the listed Eric Badege',
    (name) => expect(badege(name)).toBeDefined(),
  )
  it.each(['Eric Badoge Badege', 'Eric'])('is found when the shorter name is the one asked for or listed: %s', (name) =>
    expect(badege(name)).toBeDefined(),
  )
  it.each(['Eric Bodage', 'Frederic Badege', 'Eric Bad', 'Eric Eric'])('is not %s', (name) =>
    expect(badege(name)).toBeUndefined(),
  )
  it.each([
    ['1969-01-01', true],
    ['1973-12-31', true],
    ['1968-12-31', false],
    ['1974-01-01', false],
  ])('with birth date %s, where 1971 is listed, is found: %p', (birth, found) => {
    expect(badege('Erik Badege', birth) !== undefined).toBe(found)
    // One of two stated births is enough.
    expect(badege('Erik Badege', birth, '1971-06-01')).toBeDefined()
  })
  it('is not needed for the same name, which is found whatever the birth', () => {
    expect(badege('Eric Badege', '1990-05-01')).toMatchObject({ closeness: 'exact', quality: 'primary' })
    expect(badege('Erik Badege', '1971-05-01')).toMatchObject({ closeness: 'close', quality: 'primary' })
  })
  it('says little when either name is of one word', () => {
    expect(badege('Eric', '1971-01-01')).toMatchObject({ quality: 'low' })
  })

  const part = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 })
  const name = fc.array(part, { minLength: 1, maxLength: 4 })

  it('is found by the index exactly when comparing with every listed name finds it', () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 30 }), name, (listed, asked) => {
        const index = new CloseNames(listed.map((parts, of) => ({ parts, of })))
        const all = listed.flatMap((parts, of) => (areCloseNames(asked, parts) ? [of] : []))
        expect(index.find(asked).sort((one, other) => one - other)).toEqual(all)
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
  ])('%s and %s: %p', (one, other, near) => {
    expect(isWithinOneEdit(one, other)).toBe(near)
    expect(isWithinOneEdit(other, one)).toBe(near)
  })

  it('is what the index of words finds', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 40 }), word, (words, asked) => {
        const index = new NearWords()
        for (const each of words) index.add(each)
        expect(index.near(asked).sort()).toEqual(words.filter((each) => isWithinOneEdit(each, asked)).sort())
      }),
    )
  })
})

describe('listed births', () => {
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
  ])('%p and %p are more than two years apart: %p', (listed, births, apart) =>
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
  ])('%p cannot be %p: %p', (listed, births, other) => expect(hasOtherBirth(listed, births)).toBe(other))
})

describe('listedNationality', () => {
  it.each([
    ['Democratic Republic of the Congo', 'COD'],
    ['Türkiye', 'TUR'],
    ['Guinea-Bissau', 'GNB'],
    [' Afghanistan ', 'AFG'],
    ['former Soviet Union', 'former Soviet Union'],
    ['na', null],
  ])('%s is %p', (text, nationality) => expect(listedNationality(text)).toBe(nationality))
})

describe('snapshots', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hissa-lists-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('are read back as they were written', () => {
    expect(parseSnapshot(formatSnapshot(lists[0]!))).toEqual(lists[0])
  })
  it('are made from the issuer’s XML', () => {
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
  it('made before nationalities were read are read without them', () => {
    const old =
      '#list\tUN\n#date\t2026-01-02\ndataid\treference\tkind\tbirth_dates\tnames\n1\tX.1\tindividual\t1960\t=A B\n'
    expect(parseSnapshot(old).parties).toMatchObject([
      { birthDates: ['1960'], nationalities: [], names: [{ name: 'A B' }] },
    ])
  })
  it('may be none, and then there is no date', async () => {
    const none = new Screener(await loadSanctionsLists(folder))
    expect(none.listDate).toBeNull()
  })
  it('stop the service when a file is damaged or the folder is not there', async () => {
    writeFileSync(join(folder, 'x.tsv'), '#list\tUN\nnonsense')
    await expect(loadSanctionsLists(folder)).rejects.toThrow(/SANCTIONS_DIR must hold lists that can be read; x\.tsv/)
    await expect(loadSanctionsLists(join(folder, 'nowhere'))).rejects.toThrow(
      /SANCTIONS_DIR must be a folder that exists/,
    )
  })
})
