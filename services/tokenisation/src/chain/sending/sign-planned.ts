import type { Address } from 'viem'
import type { Call } from '../rpc/chain-node.js'
import type { Block } from '../rpc/shapes.js'
import { feesFor, gasLimitFor, leastGas } from '../transactions/fees.js'
import { reasonOf, type Reason } from '../transactions/reasons.js'
import type { ChainTransaction } from '../transactions/transaction.js'
import { dependencyStateOf } from './dependencies.js'
import { MOST_IN_FLIGHT, type SenderParts } from './parts.js'
import { signAttempt } from './sign-attempt.js'

/** What a planned transaction needs next: to be signed with this gas, to be rejected, or to wait. */
type Next = { gas: bigint } | { reject: Reason } | 'wait'

/** Signs a role's planned transactions in their order, and rejects those that the contract would refuse. */
export class SignPlanned {
  constructor(private readonly parts: SenderParts) {}

  async execute(head: Block): Promise<void> {
    const { store, role } = this.parts
    const planned = await store.inState(role, 'planned', MOST_IN_FLIGHT)
    if (planned.length === 0) return
    const inFlight = await store.inState(role, 'sent')
    const address = await this.readyAddress(inFlight)
    if (!address) return
    for (const row of planned) {
      if (inFlight.length >= MOST_IN_FLIGHT) return
      const next = await this.nextFor(row, address, head, inFlight.length > 0)
      if (next === 'wait') return
      if ('reject' in next) await this.reject(row, next.reject)
      else {
        const signed = await this.sign(row, address, next.gas, head, inFlight)
        if (!signed) return
        inFlight.push(signed)
      }
    }
  }

  /** Returns the address that may sign now; undefined if the role is halted or its key changed too early. */
  private async readyAddress(inFlight: readonly ChainTransaction[]): Promise<Address | undefined> {
    const { store, role, signer, node, reports } = this.parts
    const state = await store.signer(role)
    const address = await signer.address()
    if (state.haltedAt) {
      reports.alarm('FOREIGN_TRANSACTION', { role }, 'the role is halted: see the guide to alerts')
      return undefined
    }
    if (state.address === address) return address
    if (inFlight.length > 0) {
      reports.alarm('SIGNER_CHANGED', { role }, 'transactions of the earlier key are still on their way')
      return undefined
    }
    await store.adopt(role, address, await node.transactionCount(address))
    return address
  }

  /**
   * A refusal counts only if the state was complete: while earlier transactions are not in a block of the head, the call
   * may depend on them.
   */
  private async nextFor(row: ChainTransaction, address: Address, head: Block, isAhead: boolean): Promise<Next> {
    const { node, store, errors } = this.parts
    const dependencies = await dependencyStateOf(this.parts, row)
    if (dependencies === 'wait') return 'wait'
    if (dependencies !== 'done') return { reject: { code: 'DEPENDENCY_FAILED', detail: dependencies.failed } }
    if (await this.lacksContract(row, head)) return 'wait'
    const call: Call = { from: address, to: row.to, data: row.data, value: BigInt(row.value) }
    const asked = [node.simulate(call, head.number), node.estimateGas(call, head.number)] as const
    const [simulated, estimated] = await Promise.all(asked)
    const result = simulated.outcome === 'ok' ? estimated : simulated
    if (result.outcome === 'insufficientFunds') return this.withoutFunds(row)
    if (result.outcome !== 'ok') {
      if (isAhead || (await store.hasBlockAbove(head.number))) return 'wait'
      const reason = result.outcome === 'reverted' ? reasonOf(result.data, errors) : { code: 'GAS_LIMIT' }
      return { reject: reason }
    }
    if (!('gas' in result)) return 'wait'
    // An estimate that can't be true is not used.
    const least = leastGas(row.data, row.to === null)
    const estimate = result.gas > least ? result.gas : least
    const gas = gasLimitFor(estimate, BigInt(row.gasHint ?? 0), head.gasLimit)
    return gas === null ? { reject: { code: 'GAS_LIMIT', detail: String(result.gas) } } : { gas }
  }

  /** A call to an address without code would succeed and do nothing, so it waits for the contract. */
  private async lacksContract({ _id: id, to, data }: ChainTransaction, { number }: Block): Promise<boolean> {
    if (to === null || data === '0x' || (await this.parts.node.code(to, number)) !== '0x') return false
    this.parts.reports.waiting(`sending of ${id}`, new Error('there is no contract at its address yet'))
    return true
  }

  private withoutFunds({ role, _id: id }: Pick<ChainTransaction, 'role' | '_id'>): 'wait' {
    this.parts.reports.alarm('INSUFFICIENT_FUNDS', { role, id }, 'the signer’s balance is too low; it waits')
    return 'wait'
  }

  private async sign(
    row: ChainTransaction,
    address: Address,
    gas: bigint,
    head: Block,
    inFlight: readonly ChainTransaction[],
  ): Promise<ChainTransaction | undefined> {
    const { node, store, signer, reports, role, limits, nowMs } = this.parts
    const asked = [node.tipPerGas(), node.balance(address), node.transactionCount(address)] as const
    const [tip, balance, count] = await Promise.all(asked)
    const fees = feesFor(head.baseFeePerGas, tip, limits)
    if (!fees) {
      reports.alarm('FEE_CEILING', { role, id: row._id }, 'the base fee exceeds the ceiling; transactions wait')
      return undefined
    }
    const mostWei = gas * fees.maxFeePerGas + BigInt(row.value)
    if (balance < inFlight.reduce((sum, other) => sum + mostOf(other), mostWei)) {
      this.withoutFunds(row)
      return undefined
    }
    const nonce = (await store.signer(role)).nextNonce!
    if (count > nonce) {
      const words = 'the chain has more transactions of the signer than were signed here; the role signs nothing more'
      reports.alarm('FOREIGN_TRANSACTION', { role, id: row._id, nonce }, words)
      return undefined
    }
    const envelope = { chainId: limits.chainId, address, nonce, gas, fees }
    const attempt = await signAttempt(signer, row, envelope, new Date(nowMs()))
    const signed = { address, nonce, gas: String(gas), attempts: [attempt] }
    await store.sign(row, signed)
    return { ...row, ...signed, state: 'sent', version: row.version + 1 }
  }

  private async reject(row: ChainTransaction, reason: Reason): Promise<void> {
    const { store, transactions, nowMs } = this.parts
    const { _id: id, kind, role, ref } = row
    await store.transaction(async (session) => {
      await store.change(row, { state: 'rejected', reason, settledAt: new Date(nowMs()) }, session)
      await transactions.followUpOf(kind).failed({ id, kind, role, ref, reason, receipt: null }, session)
    })
  }
}

/** Returns the most wei that a signed transaction may take from its signer. */
const mostOf = ({ gas, value, attempts }: ChainTransaction) =>
  BigInt(gas!) * BigInt(attempts.at(-1)!.maxFeePerGas) + BigInt(value)
