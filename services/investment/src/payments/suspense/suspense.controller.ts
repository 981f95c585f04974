import type { Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/investment'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { ReadSuspense } from './read-suspense.js'
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
  propose(@Input() input: InputOf<typeof contracts.ProposeResolution>, @Caller() by: Caller) {
    const { subject, action, reason } = input
    return this.resolve.propose(subject, action, reason, by)
  }

  @Rpc(contracts.DecideResolution)
  decide(@Input() input: InputOf<typeof contracts.DecideResolution>, @Caller() by: Caller) {
    return this.resolve.decide(input.approvalId, input.verdict, input.reason, by)
  }

  @Rpc(contracts.WithdrawResolution)
  withdraw(@Input() { approvalId }: InputOf<typeof contracts.WithdrawResolution>, @Caller() by: Caller) {
    return this.resolve.withdraw(approvalId, by)
  }

  @Rpc(contracts.RetryWork)
  retryWork(@Input() { subject, reason }: InputOf<typeof contracts.RetryWork>, @Caller() by: Caller) {
    return this.retry.run(subject, reason, by)
  }
}
