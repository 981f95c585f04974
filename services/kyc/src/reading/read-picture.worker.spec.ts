import { describe, expect, it } from '@jest/globals'
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import readPicture, { prepare } from './read-picture.worker.js'

const paper = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer()

describe('readPicture', () => {
  it('gives the engine a band of bounded size, also from a picture that is narrow and high', async () => {
    const band = await prepare(await paper(120, 2_400), { share: 0.5, widthPx: 1_400 })
    const { width, height } = await sharp(band).metadata()
    expect(Math.max(width, height)).toBeLessThanOrEqual(1_400)
  })

  it('finds no lines in noise, which would occupy the engine for minutes', async () => {
    const [width, height] = [1_000, 1_000]
    const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    expect(await readPicture(await noise.jpeg().toBuffer())).toEqual({ found: false, refusal: 'no_lines' })
  })
})
