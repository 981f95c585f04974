import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { serviceNames } from '@hissa/contracts'
import { createJourney, newPerson } from '@hissa/testing-driver'
import { onPath } from '@hissa/testing-engines/start'
import { openToOthers, startHissa, type Hissa } from '@hissa/testing-driver/product'
import { story } from './support/story.js'

const STORE = (await onPath('mongod'))
  ? { folder: 'mongod', name: /MongoDB/ }
  : { folder: 'docstore', name: /docstore/ }

describe('the platform with one process per service', () => {
  let hissa: Hissa | undefined
  const part = story()

  after(() => hissa?.stop())

  part('starts and lists a process for each service', async () => {
    hissa = await startHissa({ args: ['--split'] })
    assert.match(hissa.output(), STORE.name)
    assert.deepEqual(
      serviceNames.filter((service) => !hissa!.run().pids[service]),
      [],
    )
  })

  part('takes a new visitor to a holding', async () => {
    const journey = createJourney({ baseUrl: hissa!.url, mailUrl: hissa!.mailUrl })
    const { session } = await journey.becomeInvestor(newPerson())
    const [property] = await journey.properties()
    await journey.buy(session, { propertyId: property!.propertyId, amount: 2_000 })
    const { totals } = await journey.dashboard(session)
    assert.equal(totals.investedFils, 200_000)
  })

  part('makes none of its files, including documents, readable to other users of the machine', () => {
    const { dataDir } = hissa!
    const kinds = ['run.json', 'secrets.json', 'logs', 'storage', STORE.folder, 'nats', 'redis', 'mail.sqlite']
    assert.deepEqual(
      kinds.filter((name) => !existsSync(join(dataDir, name))),
      [],
    )
    assert.deepEqual(openToOthers(dataDir), [])
  })

  part('settles a payment after investment is killed between payment and settlement', async () => {
    const journey = createJourney({ baseUrl: hissa!.url, mailUrl: hissa!.mailUrl })
    const { session } = await journey.becomeInvestor(newPerson())
    const [property] = await journey.properties()
    await journey.meetRequirements(session, property!.propertyId)
    const checkout = await journey.checkout(session, { propertyId: property!.propertyId, amount: 2_000 })
    hissa!.kill('investment')
    assert.equal((await journey.payByCard(checkout.url)).outcome, 'paid')
    const order = await journey.waitForOrder(session, checkout.orderId, 'paid')
    assert.equal(order.units, 20)
  })

  part('stops every process that it started', async () => {
    const { pids } = hissa!.run()
    assert.equal(await hissa!.stop(), 0)
    hissa = undefined
    const alive = Object.entries(pids).filter(([, pid]) => isAlive(pid))
    assert.deepEqual(alive, [])
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
