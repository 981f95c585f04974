import type { Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/investment'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { Figures } from './figures.js'
import { ReadSuspense } from './read-suspense.js'
import { ResolveSuspense } from './resolve.js'
import { RetryWork } from './retry-work.js'

@Controller()
export class SuspenseController {
  constructor(
    private readonly read: ReadSuspense,
    private readonly resolve: ResolveSuspense,
    private readonly retry: RetryWork,
    private readonly figures: Figures,
  ) {}

  @Rpc(contracts.ListSuspense)
  list(@Input() input: InputOf<typeof contracts.ListSuspense>, @Caller() by: Caller) {
    return this.read.list(input, by)
  }

  @Rpc(contracts.ListRejectedWork)
  rejected(@Input() input: InputOf<typeof contracts.ListRejectedWork>, @Caller() by: Caller) {
    return this.read.rejected(input, by)
  }

  @Rpc(contracts.PreviewResolution)
  preview(@Input() { subject, action }: InputOf<typeof contracts.PreviewResolution>, @Caller() by: Caller) {
    return this.figures.preview(subject, action, by)
  }

  @Rpc(contracts.ProposeResolution)
  propose(@Input() input: InputOf<typeof contracts.ProposeResolution>, @Caller() by: Caller) {
    const { subject, action, reason, shown } = input
    return this.resolve.propose({ subject, action }, { reason, by, shown })
  }

  @Rpc(contracts.DecideResolution)
  decide(@Input() input: InputOf<typeof contracts.DecideResolution>, @Caller() by: Caller) {
    const { approvalId, verdict, reason, shown } = input
    return this.resolve.decide(approvalId, { verdict, reason, by, shown })
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
