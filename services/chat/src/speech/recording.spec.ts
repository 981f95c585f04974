import { describe, expect, it } from '@jest/globals'
import { Recording } from './recording.js'

const piece = (bytes: number, value: number) => Buffer.alloc(bytes, value)

describe('Recording', () => {
  it('can be read while it is made', async () => {
    let finish = () => {}
    const finished = new Promise<void>((resolve) => (finish = resolve))
    const recording = new Recording(
      (async function* () {
        yield piece(10_000, 1)
        await finished
        yield piece(20, 2)
      })(),
    )
    expect(await recording.read(0)).toEqual({ bytes: piece(10_000, 1), next: 10_000 })
    const rest = recording.read(10_000)
    finish()
    expect(await rest).toEqual({ bytes: piece(20, 2), next: null })
    expect(await recording.ended).toBe(10_020)
  })

  it('is split into parts that the bus can carry, and that together are the whole', async () => {
    const recording = new Recording(
      (async function* () {
        for (let value = 0; value < 10; value += 1) yield piece(100_000, value)
      })(),
    )
    await recording.ended
    const parts: Buffer[] = []
    for (let next: number | null = 0; next !== null;) {
      const part: { bytes: Buffer; next: number | null } = await recording.read(next)
      expect(part.bytes.toString('base64').length).toBeLessThan(1_000_000)
      parts.push(part.bytes)
      next = part.next
    }
    expect(parts.length).toBe(3)
    expect(Buffer.concat(parts).equals(Buffer.concat(Array.from({ length: 10 }, (_, v) => piece(100_000, v))))).toBe(
      true,
    )
    expect(await recording.read(2_000_000)).toEqual({ bytes: Buffer.alloc(0), next: null })
  })

  it('fails for everyone who waits, and for everyone after', async () => {
    const recording = new Recording(
      (async function* () {
        yield piece(10, 1)
        throw new Error('broken')
      })(),
    )
    await expect(recording.read(0)).rejects.toThrow('broken')
    await expect(recording.ended).rejects.toThrow('broken')
    await expect(recording.read(0)).rejects.toThrow('broken')
  })
})
