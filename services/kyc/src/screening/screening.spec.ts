import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { convertUnList } from './convert-un-list.js'
import { nameKeys, wordsOf } from './normalise-name.js'
import { Screener } from './sanctions-list.js'
import { formatSnapshot, loadSanctionsLists, parseSnapshot } from './snapshot.js'

const SHIPPED = fileURLToPath(new URL('../../sanctions/', import.meta.url))
const lists = await loadSanctionsLists(SHIPPED)
const screener = new Screener(lists)
const parties = lists.flatMap((list) => list.parties)
const idsOf = (name: string) => screener.screen({ profile_name: name }).map(({ dataId }) => dataId)

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
          screener.screen({ profile_name: name }).some((hit) => hit.dataId === id && hit.quality !== 'low'),
        ),
      ).toEqual([])
    },
  )

  it('calls a name of one word weak, whatever its quality on the list', () => {
    expect(screener.screen({ profile_name: 'Rumuli' })).toMatchObject([{ dataId: '6907995', quality: 'low' }])
  })

  it('names the strongest of several matches once', () => {
    expect(screener.screen({ profile_name: 'Frank Kakorere', document_name: 'BWAMBALE FRANK KAKOLELE' })).toMatchObject(
      [{ dataId: '6907994', quality: 'primary', matchedOn: 'document_name' }],
    )
  })

  const data = process.env.HISSA_TEST_DATA
  const negatives = data ? join(data, 'screening-yente/vr_negatives_global.csv') : ''
  const withNegatives = existsSync(negatives) ? it : it.skip
  withNegatives('has no strong hit among a thousand made-up customers (HISSA_TEST_DATA)', () => {
    const rows = readFileSync(negatives, 'utf8').split('\n').slice(1).filter(Boolean)
    const hits = rows.flatMap((row) => {
      const name =
        row
          .split(',')
          .map((cell) => cell.replaceAll('"', ''))
          .find((cell) => /\p{L}{2}/u.test(cell)) ?? ''
      return screener.screen({ profile_name: name }).filter(({ quality }) => quality !== 'low')
    })
    expect(rows.length).toBeGreaterThan(900)
    expect(hits).toEqual([])
  })
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
          names: [
            { quality: 'primary', name: 'A B' },
            { quality: 'original_script', name: 'ا ب' },
            { quality: 'low', name: 'C' },
          ],
        },
      ],
    })
  })
  it('may be none, and then there is no date', async () => {
    const none = new Screener(await loadSanctionsLists(folder))
    expect(none.listDate).toBeNull()
  })
  it('stop the service when a file is damaged or the folder is not there', async () => {
    writeFileSync(join(folder, 'x.tsv'), '#list\tUN\nnonsense')
    await expect(loadSanctionsLists(folder)).rejects.toThrow(/SANCTIONS_DIR: x\.tsv/)
    await expect(loadSanctionsLists(join(folder, 'nowhere'))).rejects.toThrow(/no such folder/)
  })
})
