import { describe, expect, it } from '@jest/globals'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createReadStream, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { convertPepList } from './convert-pep-list.js'
import { convertUaeList } from './convert-uae-list.js'
import { Screener } from './sanctions-list.js'
import { formatSnapshot, loadSanctionsLists, parseSnapshot } from './snapshot.js'

const invented = (name: string) => fileURLToPath(new URL(`../../test-data/${name}`, import.meta.url))
const UAE_FILE = readFileSync(invented('uae-local-list.csv'), 'utf8')
const [HEADER] = UAE_FILE.split('\n') as [string]
const uae = convertUaeList(UAE_FILE, '2026-11-01')
const peps = await convertPepList(createReadStream(invented('pep.simple.csv')), '2026-11-02')

describe('convertUaeList', () => {
  it('converts people and organisations with names of every kind, birth dates and nationalities', () => {
    expect(uae).toMatchObject({ list: 'UAE', date: '2026-11-01' })
    expect(uae.parties).toMatchObject([
      {
        dataId: 'UAE-1',
        birthDates: ['1971-02-03', '1968~'],
        nationalities: ['ARE', 'JOR'],
        names: [
          { quality: 'primary', name: 'Zorvan Quillimar' },
          { quality: 'original_script' },
          { quality: 'good', name: 'Zorfan Kwilimar' },
          { quality: 'good', name: 'Zorvan Q. Maren' },
          { quality: 'low', name: 'Bralto' },
        ],
      },
      { dataId: 'UAE-2', kind: 'entity', names: [{ quality: 'primary', name: 'Vostrell Trading, LLC' }] },
    ])
  })

  it('reads a table that is separated by tabs, with a byte order mark', () => {
    const [first] = convertUaeList(
      `\ufeff${HEADER.replaceAll(',', '\t')}\n1\tR\tindividual\tA B\t\t\t\t\t\n`,
      '2026-11-01',
    ).parties
    expect(first).toMatchObject({ dataId: '1', names: [{ name: 'A B' }] })
  })

  it.each([
    ['id,name\n1,A B', 'line 1: the columns must be id, reference'],
    [HEADER, 'line 2: a list needs at least one party'],
    [`${HEADER}\n,R,individual,A B,,,,,`, 'line 2: id is missing'],
    [`${HEADER}\n1,R,individual,,,,,,`, 'line 2: name is missing'],
    [`${HEADER}\n1,R,person,A B,,,,,`, 'line 2: kind must be individual or entity'],
    [`${HEADER}\n1,R,individual,A B,,,,03.02.1971,`, 'line 2: birth date 03.02.1971 must be like'],
    [`${HEADER}\n1,R,entity,A B,,,,,\n1,R,entity,C D,,,,,`, 'line 3: id 1 is listed twice'],
  ])('names the line and the mistake of %j', (text, message) => {
    expect(() => convertUaeList(text, '2026-11-01')).toThrow(message)
  })
})

describe('convertPepList', () => {
  it('converts people of a quoted file, with several values in a column, and leaves out organisations', () => {
    expect(peps).toMatchObject({ list: 'OpenSanctions PEP', date: '2026-11-02', kind: 'pep' })
    expect(peps.parties.map(({ dataId }) => dataId)).toEqual(['Q-INVENTED-1', 'Q-INVENTED-2', 'Q-INVENTED-4'])
    expect(peps.parties[0]).toMatchObject({
      birthDates: ['1962-04-19'],
      nationalities: ['JOR', 'ARE'],
      names: [
        { quality: 'primary', name: 'Ormelia Trastevan' },
        { quality: 'good', name: 'Ormelia "Orma" Trastevan' },
        { quality: 'good', name: 'Trastevan, O. M.' },
      ],
    })
    expect(peps.parties[1]).toMatchObject({ nationalities: ['suhh'], names: [{}, { quality: 'good' }] })
  })

  it.each([
    ['id,name\n1,A B\n', 'line 1: this is not targets.simple.csv, because it lacks schema,aliases'],
    ['id,schema,name,aliases,birth_date,countries\n1,Company,A B,,,\n', 'the file has no people'],
  ])('rejects %j', async (text, message) => {
    await expect(convertPepList(Readable.from([text]), '2026-11-02')).rejects.toThrow(message)
  })
})

describe('screening with a list of politically exposed people', () => {
  const screener = new Screener([uae, peps])
  const hitsOf = (name: string, births: string[] = []) => screener.screen({ profile_name: name }, births)

  it('has hits of another kind than a list of sanctions', () => {
    expect(hitsOf('Trastevan Ormelia')).toMatchObject([{ list: 'OpenSanctions PEP', kind: 'pep', closeness: 'exact' }])
    const [sanctioned] = hitsOf('Zorvan Quillimar')
    expect(sanctioned).toMatchObject({ list: 'UAE', dataId: 'UAE-1' })
    expect(sanctioned).not.toHaveProperty('kind')
  })

  it('has no hit for one word in common, or for a person born years apart, whose name is equal', () => {
    expect(hitsOf('Tino Haddad')).toEqual([])
    expect(hitsOf('Ormelia Trastevan', ['1990-05-01'])).toEqual([])
    expect(hitsOf('Ormelia Trastevan', ['1963-05-01'])).toHaveLength(1)
  })
})

describe('the versions of lists', () => {
  const hashOf = (list = uae) => new Screener([list]).lists[0]!.hash

  it('survive the snapshot, with the kind of the list', () => {
    expect(parseSnapshot(formatSnapshot(peps))).toEqual(peps)
    expect(() => parseSnapshot(`${formatSnapshot(peps)}x`)).toThrow('line 8')
  })

  it('are a hash of the parties, which neither their order nor the date of the list changes', () => {
    expect(hashOf()).toMatch(/^[0-9a-f]{64}$/)
    expect(hashOf({ ...uae, date: '2026-11-09', parties: uae.parties.toReversed() })).toBe(hashOf())
    const [first, ...rest] = uae.parties
    expect(hashOf({ ...uae, parties: [{ ...first!, birthDates: ['1971'] }, ...rest] })).not.toBe(hashOf())
    expect(hashOf({ ...uae, kind: 'pep' })).not.toBe(hashOf())
  })

  it('are those of the newest copy of each list, in both folders', async () => {
    const [folder, more] = await Promise.all(['a', 'b'].map((name) => mkdtemp(join(tmpdir(), `hissa-lists-${name}`))))
    const older = { ...uae, date: '2026-10-01', parties: uae.parties.slice(0, 1) }
    await writeFile(join(folder!, 'uae-new.tsv'), formatSnapshot(uae))
    await writeFile(join(folder!, 'uae-old.tsv'), formatSnapshot(older))
    await writeFile(join(more!, 'pep.tsv'), formatSnapshot(peps))
    expect(await loadSanctionsLists(folder!, more)).toEqual([uae, peps])
    expect(await loadSanctionsLists(folder!)).toEqual([uae])
    await expect(loadSanctionsLists(folder!, join(more!, 'nowhere'))).rejects.toThrow(/MORE_LISTS_DIR must be an exist/)
    await Promise.all([folder!, more!].map((each) => rm(each, { recursive: true })))
  })
})
