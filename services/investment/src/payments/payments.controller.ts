import { type Answer, type Input as InputOf, ok } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/investment'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { KeepReservation } from './keep-reservation.js'
import { ListPayments } from './list-payments.js'
import { ReceiveWebhook } from './receive-webhook.js'
import { ReleaseReservation } from './release-reservation.js'

@Controller()
export class PaymentsController {
  constructor(
    private readonly webhook: ReceiveWebhook,
    private readonly list: ListPayments,
    private readonly release: ReleaseReservation,
    private readonly keep: KeepReservation,
  ) {}

  @Rpc(contracts.SettlePayment)
  async settlePayment(
    @Input() input: InputOf<typeof contracts.SettlePayment>,
  ): Promise<Answer<typeof contracts.SettlePayment>> {
    const received = await this.webhook.run(Buffer.from(input.payloadBase64, 'base64'), input.signature)
    return received.ok ? ok({ outcome: received.value }) : received
  }

  @Rpc(contracts.ReleaseReservation)
  releaseReservation(@Input() input: InputOf<typeof contracts.ReleaseReservation>, @Caller() caller: Caller) {
    return this.release.run(caller.userId, input)
  }

  @Rpc(contracts.KeepReservation)
  keepReservation(@Input() input: InputOf<typeof contracts.KeepReservation>, @Caller() caller: Caller) {
    return this.keep.run(caller.userId, input)
  }

  @Rpc(contracts.ListPayments)
  listPayments(@Input() input: InputOf<typeof contracts.ListPayments>, @Caller() caller: Caller) {
    return this.list.run(caller.userId, input)
  }
}
