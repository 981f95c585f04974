import type { Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/investment'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { pendingView, ReadSuspense } from './read-suspense.js'
import { ResolveSuspense } from './resolve.js'
import { RetryWork } from './retry-work.js'

@Controller()
export class SuspenseController {
  constructor(
    private readonly read: ReadSuspense,
    private readonly resolve: ResolveSuspense,
    private readonly retry: RetryWork,
  ) {}

  @Rpc(contracts.ListSuspense)
  list(@Input() input: InputOf<typeof contracts.ListSuspense>, @Caller() by: Caller) {
    return this.read.list(input, by)
  }

  @Rpc(contracts.ListRejectedWork)
  rejected(@Input() input: InputOf<typeof contracts.ListRejectedWork>, @Caller() by: Caller) {
    return this.read.rejected(input, by)
  }

  @Rpc(contracts.ProposeResolution)
  async propose(@Input() input: InputOf<typeof contracts.ProposeResolution>, @Caller() by: Caller) {
    const { subject, action, reason } = input
    return { pending: pendingView(await this.resolve.propose(subject, action, reason, by)) }
  }

  @Rpc(contracts.DecideResolution)
  async decide(@Input() input: InputOf<typeof contracts.DecideResolution>, @Caller() by: Caller) {
    return { state: await this.resolve.decide(input.approvalId, input.verdict, input.reason, by) }
  }

  @Rpc(contracts.WithdrawResolution)
  async withdraw(@Input() { approvalId }: InputOf<typeof contracts.WithdrawResolution>, @Caller() by: Caller) {
    return { state: await this.resolve.withdraw(approvalId, by) }
  }

  @Rpc(contracts.RetryWork)
  async retryWork(@Input() { subject, reason }: InputOf<typeof contracts.RetryWork>, @Caller() by: Caller) {
    await this.retry.run(subject, reason, by)
    return { retried: true as const }
  }
}
