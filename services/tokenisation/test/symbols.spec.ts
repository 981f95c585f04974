import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { OfferingPublished } from '@hissa/contracts/property'
import { fils, units } from '@hissa/money'
import { propertyTokenAbi } from '@hissa/token-suite'
import { Tokenisation } from './harness.js'
import { slugOf } from './orders.js'

let service: Tokenisation

beforeAll(async () => {
  service = await Tokenisation.start()
})
afterAll(() => service.stop())

/** Publishes a version of an offering, with the code of its property if given. */
function offer(propertyId: string, offeringVersion: number, code?: string): Promise<void> {
  const prices = { unitPriceFils: fils(10_000), minimumFils: fils(200_000), feeBasisPoints: 150 }
  const terms = { expectedReturnBasisPoints: 800, deadline: '2099-01-01T00:00:00Z', offeringVersion }
  const slug = slugOf(propertyId)
  const data = { propertyId, slug, title: `Version ${offeringVersion}`, unitsTotal: units(10), ...prices, ...terms }
  return service.publish(OfferingPublished, propertyId, { ...data, ...(code && { code }) })
}

const untilVersion = (propertyId: string, offeringVersion: number) =>
  service.until('the version is recorded', async () => {
    const token = await service.token(propertyId)
    return token?.offeringVersion === offeringVersion && token
  })

describe('the symbol of a token', () => {
  it('is the code of its property, in the contract too', async () => {
    const propertyId = service.newProperty()
    await offer(propertyId, 1, 'HS-YAS-07')
    await service.fileDeed(propertyId)
    const { deployment } = await service.untilLive(propertyId)
    const read = { address: deployment!.address, abi: propertyTokenAbi, functionName: 'symbol' } as const
    expect(await service.anvil.client.readContract(read)).toBe('HS-YAS-07')
  })

  it('becomes the code of a property that had none, unless its contract is planned', async () => {
    const [waiting, deployed] = [service.newProperty(), await service.liveToken(10)]
    await offer(waiting, 1)
    const { symbol: earlier } = await untilVersion(waiting, 1)
    expect(earlier).not.toContain('-')
    await offer(waiting, 2, 'HS-YAS-08')
    expect(await untilVersion(waiting, 2)).toMatchObject({ symbol: 'HS-YAS-08' })

    const { symbol } = (await service.token(deployed))!
    await offer(deployed, 2, 'HS-YAS-09')
    expect(await untilVersion(deployed, 2)).toMatchObject({ symbol })
  })
})
