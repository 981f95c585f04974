import { SignedInGuard } from '@hissa/auth'
import { AddCard, ListCards, RemoveCard } from '@hissa/contracts/investment'
import { RpcClient } from '@hissa/messaging'
import { Controller, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common'
import { JsonBody } from '../http/json-body.js'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'

/** Saved cards. The browser sends card data to the processor, never to these routes. */
@Controller('api')
@UseGuards(SignedInGuard)
export class CardsController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('payment-methods')
  async cards(@CurrentCaller() { token }: HttpCaller) {
    return new JsonBody(await this.rpc.forward(ListCards, {}, { token }))
  }

  @Post('add-payment-method')
  @HttpCode(200)
  async add(@CurrentCaller() { token }: HttpCaller) {
    return new JsonBody(await this.rpc.forward(AddCard, {}, { token }))
  }

  @Post('payment-methods/:id/removal')
  @HttpCode(200)
  async remove(@CurrentCaller() { token }: HttpCaller, @Param('id') cardId: string) {
    return new JsonBody(await this.rpc.forward(RemoveCard, { cardId }, { token }))
  }
}
