import { describe, expect, it } from '@jest/globals'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { convertOfacList } from './convert-ofac-list.js'
import { loadSanctionsLists } from './snapshot.js'

const row = (dataId: number, name: string, kind: string, remarks: string) =>
  `${dataId},"${name}","${kind}","SDGT] [IRAQ2",${'-0- ,'.repeat(7)}"${remarks}"`
const convert = (sdn: string[], aliases: string[] = []) =>
  convertOfacList({ sdn: [...sdn, '\u001a'].join('\r\n'), aliases: aliases.join('\r\n'), date: '2026-01-02' })

describe('convertOfacList', () => {
  it('converts a person with aliases, birth dates and nationalities', () => {
    const remarks =
      'DOB 14 Jun 1975; alt. DOB Mar 1976; alt. DOB circa 1962; alt. DOB 1960 to 1965; alt. DOB 01 Jan 1971 to 31 Dec 1971; ' +
      "alt. DOB early 1960s; a.k.a. 'PARDO, Abu'; a.k.a. 'ABU-'UMAR'; nationality Korea, North; citizen Turkey; Gender Male."
    expect(
      convert([row(7, 'GUTIERREZ REYES, Jose, Jr.', 'individual', remarks)], ['7,1,"aka","GUTIERREZ, Pepe",-0- ']),
    ).toEqual({
      list: 'OFAC SDN',
      date: '2026-01-02',
      parties: [
        {
          dataId: '7',
          reference: 'SDGT, IRAQ2',
          kind: 'individual',
          birthDates: ['1975-06-14', '1976-03', '1962~', '1960/1965', '1971', 'early 1960s'],
          nationalities: ['PRK', 'TUR'],
          names: [
            { quality: 'primary', name: 'Jose GUTIERREZ REYES Jr.' },
            { quality: 'good', name: 'Pepe GUTIERREZ' },
            { quality: 'low', name: 'Abu PARDO' },
            { quality: 'low', name: "ABU-'UMAR" },
          ],
        },
      ],
    })
  })

  it('keeps the names of organisations as they are, and leaves out vessels and aircraft', () => {
    const { parties } = convert([
      row(1, 'CECOEX, S.A.', '-0-', 'nationality Cuba.'),
      row(2, 'ARK', 'vessel', ''),
      row(3, 'EP-ABC', 'aircraft', ''),
    ])
    expect(parties).toMatchObject([
      { kind: 'entity', birthDates: [], nationalities: [], names: [{ name: 'CECOEX, S.A.' }] },
    ])
  })

  const folder = process.env['HISSA_TEST_DATA'] && join(process.env['HISSA_TEST_DATA'], 'sanctions-watchman')
  const withData = folder && existsSync(folder) ? it : it.skip
  withData('makes the bundled list of the published files (HISSA_TEST_DATA)', async () => {
    const read = (name: string) => readFileSync(join(folder!, name), 'latin1')
    const shipped = await loadSanctionsLists(fileURLToPath(new URL('../../sanctions/', import.meta.url)))
    const list = convertOfacList({ sdn: read('sdn.csv'), aliases: read('alt.csv'), date: '2019-01-15' })
    expect(list.parties).toEqual(shipped.find((each) => each.list === 'OFAC SDN')!.parties)
  })
})
