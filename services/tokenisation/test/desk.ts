import type { Input } from '@hissa/contracts'
import { UserStatusChanged } from '@hissa/contracts/identity'
import {
  DecideShareAction,
  GetShareholder,
  ProposeShareAction,
  type FreezeView,
  type ShareAction,
  type ShareDecisionView,
  type ShareholderView,
} from '@hissa/contracts/tokenisation'
import { newId } from '@hissa/kernel'
import { propertyTokenAbi } from '@hissa/token-suite'
import { BaseError, ContractFunctionRevertedError, type Address } from 'viem'
import type { Tokenisation } from './harness.js'
import type { Order } from './orders.js'

export const REASON = 'Order 12/2026 of the court'

/** Two members of compliance staff. */
export class Desk {
  readonly maker = newId()
  readonly checker = newId()
  private statuses = 0

  constructor(private readonly service: Tokenisation) {}

  propose(userId: string, action: ShareAction, by = this.maker): Promise<ShareDecisionView> {
    const input = { userId, action, reason: REASON }
    return this.service.call(ProposeShareAction, input, by, ['compliance']).then(({ decision }) => decision)
  }

  decide(approvalId: string, verdict: Input<typeof DecideShareAction>['verdict'] = 'approve', by = this.checker) {
    const input = { approvalId, verdict, reason: 'Checked against the order' }
    return this.service.call(DecideShareAction, input, by, ['compliance']).then(({ decision }) => decision)
  }

  /** Proposes an action and approves it. */
  async carryOut(userId: string, action: ShareAction): Promise<ShareDecisionView> {
    return this.decide((await this.propose(userId, action)).approvalId)
  }

  async shareholder(userId: string, by = this.maker, roles = ['compliance']): Promise<ShareholderView> {
    return (await this.service.call(GetShareholder, { userId }, by, roles)).shareholder
  }

  /** Freezes shares by two people, and returns the freeze. Without a property it applies to all. */
  async freeze(userId: string, propertyId?: string): Promise<string> {
    const before = new Set((await this.freezes(userId)).map(({ freezeId }) => freezeId))
    await this.carryOut(userId, { type: 'freeze', ...(propertyId && { propertyId }) })
    return (await this.freezes(userId)).find(({ freezeId }) => !before.has(freezeId))!.freezeId
  }

  lift(userId: string, freezeId: string): Promise<ShareDecisionView> {
    return this.carryOut(userId, { type: 'unfreeze', freezeId })
  }

  async freezes(userId: string): Promise<FreezeView[]> {
    return (await this.shareholder(userId)).freezes
  }

  untilFreeze(userId: string, freezeId: string, state: FreezeView['state']): Promise<FreezeView> {
    return this.service.until(`the freeze is ${state}`, async () => {
      const found = (await this.freezes(userId)).find((freeze) => freeze.freezeId === freezeId)
      return found?.state === state && found
    })
  }

  /** Publishes an investor's status, and waits until the service knows it. */
  async setStatus(userId: string, status: 'investor_active' | 'suspended'): Promise<void> {
    const version = (this.statuses += 1)
    await this.service.publish(UserStatusChanged, userId, { userId, status, version })
    const known = { _id: userId, version }
    await this.service.until('the status is known', () => this.service.rows('investor_statuses').findOne(known))
  }

  /** Allots shares, and waits until they are minted. */
  async minted(propertyId: string, count: number, userId: string = newId()): Promise<Order & { account: Address }> {
    const order = this.service.newOrder(propertyId, count, userId)
    await this.service.allot(order)
    const { account } = await this.service.untilAllotment(order, 'minted')
    return { ...order, account }
  }

  /** Reads from the chain itself whether an address is frozen. */
  async isFrozen(propertyId: string, wallet: Address): Promise<boolean> {
    const address = (await this.service.token(propertyId))!.deployment!.address
    const call = { address, abi: propertyTokenAbi, functionName: 'isFrozen', args: [wallet] } as const
    return this.service.anvil.client.readContract(call)
  }

  /** Returns the mints of a property that the contract has refused. */
  refusedMints(propertyId: string): Promise<object[]> {
    const refused = { kind: 'mint', 'ref.propertyId': propertyId, state: { $in: ['rejected', 'failed'] } }
    return this.service.rows('chain_transactions').find(refused).toArray()
  }

  async isPaused(propertyId: string): Promise<boolean> {
    const address = (await this.service.token(propertyId))!.deployment!.address
    return this.service.anvil.client.readContract({ address, abi: propertyTokenAbi, functionName: 'paused' })
  }

  /** Returns why the contract refuses a transfer in a holder's own name, or undefined. */
  async refusalOfTransfer(propertyId: string, from: Address, to: Address): Promise<string | undefined> {
    const address = (await this.service.token(propertyId))!.deployment!.address
    const call = { address, abi: propertyTokenAbi, functionName: 'transfer', args: [to, 1n], account: from } as const
    return this.service.anvil.client.simulateContract(call).then(
      () => undefined,
      (error: unknown) => {
        const cause = error instanceof BaseError && error.walk((one) => one instanceof ContractFunctionRevertedError)
        return cause instanceof ContractFunctionRevertedError ? cause.data?.errorName : String(error)
      },
    )
  }
}
