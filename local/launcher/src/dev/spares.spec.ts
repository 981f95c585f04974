import { describe, expect, it } from '@jest/globals'
import { Spares } from './spares.js'

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('Spares', () => {
  const begun: string[] = []
  let finish = () => {}
  const spares = new Spares(async (service) => {
    begun.push(service)
    await new Promise<void>((resolve) => (finish = resolve))
  })
  const finished = async () => {
    finish()
    await turn()
  }

  it('are prepared one at a time, and not while requests are held', async () => {
    spares.add(['kyc', 'gateway', 'kyc'])
    expect(begun).toEqual(['kyc'])
    const go = spares.pause()
    const goToo = spares.pause()
    await finished()
    expect(begun).toEqual(['kyc'])
    go()
    go()
    await turn()
    expect(begun).toEqual(['kyc'])
    goToo()
    expect(begun).toEqual(['kyc', 'gateway'])
    spares.add(['kyc'])
    await finished()
    expect(begun).toEqual(['kyc', 'gateway', 'kyc'])
  })

  it('are prepared first for the service edited last', async () => {
    spares.add(['identity', 'property'])
    spares.add(['property'])
    await finished()
    expect(begun.at(-1)).toBe('property')
    await finished()
    expect(begun.at(-1)).toBe('identity')
    await finished()
  })
})
