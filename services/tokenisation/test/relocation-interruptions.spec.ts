import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type PrivateKeyAccount } from 'viem'
import { Tokenisation } from './harness.js'
import { Holders, type Holder } from './holders.js'
import { Mover } from './mover.js'
import { Staff } from './staff.js'

let service: Tokenisation
let staff: Staff
let holders: Holders

beforeAll(async () => {
  service = await Tokenisation.start()
  staff = new Staff(service)
  holders = new Holders(service)
})
afterAll(() => service.stop())

describe('the process that moves shares', () => {
  it('may end before any of its steps, so after any of them too', async () => {
    const properties = await holders.liveTokens(3)
    const investors = await Promise.all([1, 2, 3, 4].map(() => holders.holderOf(properties)))
    // From here on only this test plans; the service sends, and learns the results.
    await service.drainAll()
    await service.bootAnother({ pace: { workMs: 3_600_000 } })
    const runs = investors.map((holder) => new Scenario(holder))
    const steps = await runs[0]!.move()
    for (const name of ['relocations.change', 'transactions.plan', 'accounts.endMove', 'addresses.close'])
      expect(steps).toContain(name)
    let ended = 0
    for (let first = 1; first <= steps.length; first += runs.length)
      await Promise.all(
        runs.map(async (run, n) => {
          const step = first + n
          if (step > steps.length) return
          await run.move(step)
          if (run.hasCrashed) ended += 1
        }),
      )
    expect(ended).toBeGreaterThanOrEqual(steps.length * 0.9)
    await service.drainAll()
    await service.bootAnother()
    for (const run of runs) await run.checkAll()
  })
})

/** An investor whose shares go to a new wallet and back, while the process that moves them ends. */
class Scenario {
  hasCrashed = false
  private wallet: PrivateKeyAccount | undefined
  private readonly wallets: PrivateKeyAccount[] = []

  constructor(private readonly holder: Holder) {}

  /** Moves everything once. The process ends before a step, and another one continues. Returns the steps of the first. */
  async move(step?: number): Promise<string[]> {
    const relocationId = await this.begin()
    const first = new Mover(service, step === undefined ? undefined : { step, when: 'before' })
    let mover = first
    await service.until('it is completed', async () => {
      await mover.advance(relocationId)
      if (mover.points.isDead) mover = new Mover(service)
      return (await staff.relocations.byId(relocationId))?.state === 'completed'
    })
    this.hasCrashed = first.points.isDead
    await holders.expectChain(this.address(), this.holder, this.others())
    expect(await service.events('tokenisation.shares.relocated.v1', relocationId)).toHaveLength(1)
    return first.points.names
  }

  checkAll(): Promise<void> {
    return holders.expectAllAt(this.address(), this.holder, this.others())
  }

  private async begin(): Promise<string> {
    const { userId } = this.holder
    if (this.wallet) {
      this.wallet = undefined
      return staff.beginReturn(userId)
    }
    await service.rows('wallet_challenges').deleteMany({ userId })
    const { wallet, relocationId } = await staff.beginMove(userId)
    this.wallet = wallet
    this.wallets.push(wallet)
    return relocationId
  }

  private address = () => this.wallet?.address ?? this.holder.custody

  private others() {
    const all = [this.holder.custody, ...this.wallets.map(({ address }) => address)]
    return all.filter((address) => address !== this.address())
  }
}
