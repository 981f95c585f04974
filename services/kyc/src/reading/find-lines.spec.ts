import { describe, expect, it } from '@jest/globals'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findLines } from './find-lines.js'
import readPicture from './read-picture.worker.js'

const NAMES = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<'
const DATA = 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'
const find = (...lines: string[]) => findLines(lines.join('\n'))

describe('findLines', () => {
  it('finds the lines of a passport among other text', () => {
    expect(find('REPUBLIC OF UTOPIA', '', NAMES, DATA, '')).toEqual({
      ...{ format: 'TD3', lines: [NAMES, DATA], corrections: [], failing: 0 },
    })
  })

  it('corrects a digit of the document number only because its check digit proves it', () => {
    const found = find(NAMES, DATA.replace('L898902C3', 'L8989O2C3'))
    expect(found).toMatchObject({ lines: [NAMES, DATA], failing: 0 })
    expect(found!.corrections).toEqual([{ line: 2, column: 6, from: 'O', to: '0' }])
  })

  it('leaves a wrong character that no check digit explains, and counts the digits that fail', () => {
    const wrong = DATA.replace('L898902C3', 'L898902X3')
    expect(find(NAMES, wrong)).toMatchObject({ lines: [NAMES, wrong], corrections: [], failing: 2 })
  })

  it('reads a letter where the standard allows no digit', () => {
    const jordan = 'L898902C36JOR7408122F1204159ZE184226B<<<<<10'
    const found = find(NAMES, jordan.replace('JOR', '30R'))
    expect(found).toMatchObject({ lines: [NAMES, jordan], failing: 0 })
    expect(found!.corrections).toHaveLength(2)
  })

  it('counts a character that can be in its place in no document', () => {
    const wrong = DATA.replace('UTO', 'U4O')
    expect(find(NAMES, wrong)).toMatchObject({ lines: [NAMES, wrong], failing: 1 })
  })

  it('completes the fillers after a name, and removes what was read in their place', () => {
    expect(find(NAMES.slice(0, 42), DATA)!.lines[0]).toBe(NAMES)
    expect(find(NAMES.replace('<<<<<<<<<<<<<<<<<<<', '<<<<<K<<<<C<<<<<<<<'), DATA)!.lines[0]).toBe(NAMES)
  })

  it('returns nothing for text without such lines', () => {
    expect(find('A PICTURE OF A HOUSE', 'WITH A GARDEN AND A LONG WALL AROUND IT')).toBeUndefined()
  })
})

const data = process.env['HISSA_TEST_DATA']
const withData = data && existsSync(join(data, 'specimen-images')) ? it : it.skip
/** Published specimens, without the one of 275 pixels. ICAO's are TD3 and TD2. */
const SPECIMENS = [
  ...['100_pass-bdr.jpg', '100_pass-chn.jpg', '100_pass-cze2.jpg', '100_pass-hrv.jpg', '100_pass-isl.png'],
  ...[
    '100_pass-ltu.jpg',
    '100_pass-uto.jpg',
    '100_pass2-uto.jpg',
    '43_pass-twn.jpg',
    'passport-td2.jpg',
    'passport-td3.png',
  ],
]
const GOAL = 10

describe('published specimens', () => {
  withData('are read with every check digit valid, at least ten of eleven (HISSA_TEST_DATA)', async () => {
    let read = 0
    for (const name of SPECIMENS) {
      const text = await readPicture(readFileSync(join(data!, 'specimen-images', name)))
      if (text.found && text.failing === 0) read += 1
    }
    process.stdout.write(`specimens read: ${read} of ${SPECIMENS.length}, goal ${GOAL}\n`)
    expect(read).toBeGreaterThanOrEqual(GOAL)
  })
})
