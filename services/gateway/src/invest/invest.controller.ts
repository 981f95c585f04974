import { SignedInGuard } from '@hissa/auth'
import { FORBIDDEN } from '@hissa/contracts'
import {
  AcceptancesRequest,
  AcceptDisclosures,
  AnswerAppropriateness,
  AnswersRequest,
  AppropriatenessQuery,
  CheckoutRequest,
  GetAppropriateness,
  GetDashboard,
  GetOrder,
  GetOrderBySession,
  GetOrderCheckout,
  GetOrderRequirements,
  KeepReservation,
  ListHoldings,
  ListOrders,
  ListPayments,
  PageQuery,
  PaymentStatusQuery,
  PlaceOrder,
  PreviewOrder,
  PreviewRequest,
  CancelOrder,
  ReleaseReservation,
  RequirementsQuery,
} from '@hissa/contracts/investment'
import { problemFor } from '@hissa/kernel'
import { RpcClient } from '@hissa/messaging'
import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common'
import type * as z from 'zod/mini'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'
import { JsonBody } from '../http/json-body.js'

@Controller('api')
export class PreviewController {
  constructor(private readonly rpc: RpcClient) {}

  @Post('orders/preview')
  @HttpCode(200)
  async preview(@Body({ schema: PreviewRequest }) body: PreviewRequest) {
    return new JsonBody(await this.rpc.forward(PreviewOrder, body))
  }
}

@Controller('api')
@UseGuards(SignedInGuard)
export class InvestController {
  constructor(private readonly rpc: RpcClient) {}

  @Post('create-checkout-session')
  @HttpCode(200)
  checkout(
    @CurrentCaller() caller: HttpCaller,
    @Body({ schema: CheckoutRequest }) body: CheckoutRequest,
    @Headers('idempotency-key') key: string | undefined,
  ) {
    return this.placeOrder(caller, body, key)
  }

  @Post('payment/create-session')
  @HttpCode(200)
  createSession(
    @CurrentCaller() caller: HttpCaller,
    @Body({ schema: CheckoutRequest }) body: CheckoutRequest,
    @Headers('idempotency-key') key: string | undefined,
  ) {
    return this.placeOrder(caller, body, key)
  }

  @Get('payment/status')
  async paymentStatus(
    @CurrentCaller() caller: HttpCaller,
    @Query({ schema: PaymentStatusQuery }) query: z.output<typeof PaymentStatusQuery>,
  ) {
    const input = { sessionId: query.session_id }
    return new JsonBody(await this.rpc.forwardRead(GetOrderBySession, input, { token: caller.token }))
  }

  @Post('disclosures/acceptances')
  @HttpCode(200)
  async accept(@CurrentCaller() caller: HttpCaller, @Body({ schema: AcceptancesRequest }) body: AcceptancesRequest) {
    return new JsonBody(await this.rpc.forward(AcceptDisclosures, body, { token: caller.token }))
  }

  @Get('appropriateness')
  async appropriateness(
    @CurrentCaller() { token }: HttpCaller,
    @Query({ schema: AppropriatenessQuery }) { locale = 'en' }: z.output<typeof AppropriatenessQuery>,
  ) {
    return new JsonBody(await this.rpc.forward(GetAppropriateness, { locale }, { token }))
  }

  @Post('appropriateness/answers')
  @HttpCode(200)
  async answer(
    @CurrentCaller() { token }: HttpCaller,
    @Body({ schema: AnswersRequest }) { locale = 'en', ...answers }: AnswersRequest,
  ) {
    return new JsonBody(await this.rpc.forward(AnswerAppropriateness, { ...answers, locale }, { token }))
  }

  @Get('orders')
  async orders(@CurrentCaller() caller: HttpCaller, @Query({ schema: PageQuery }) query: PageQuery) {
    return new JsonBody(await this.rpc.forwardRead(ListOrders, page(query), { token: caller.token }))
  }

  @Get('orders/requirements')
  async requirements(
    @CurrentCaller() caller: HttpCaller,
    @Query({ schema: RequirementsQuery }) query: RequirementsQuery,
  ) {
    return new JsonBody(await this.rpc.forwardRead(GetOrderRequirements, query, { token: caller.token }))
  }

  @Get('orders/:id')
  async order(@CurrentCaller() caller: HttpCaller, @Param('id') orderId: string) {
    return new JsonBody(await this.rpc.forwardRead(GetOrder, { orderId }, { token: caller.token }))
  }

  @Post('orders/:id/release')
  @HttpCode(200)
  async release(@CurrentCaller() caller: HttpCaller, @Param('id') orderId: string) {
    return new JsonBody(await this.rpc.forward(ReleaseReservation, { orderId }, { token: caller.token }))
  }

  @Post('orders/:id/extension')
  @HttpCode(200)
  async extend(@CurrentCaller() caller: HttpCaller, @Param('id') orderId: string) {
    return new JsonBody(await this.rpc.forward(KeepReservation, { orderId }, { token: caller.token }))
  }

  @Post('orders/:id/cancellation')
  @HttpCode(200)
  async cancel(@CurrentCaller() caller: HttpCaller, @Param('id') orderId: string) {
    return new JsonBody(await this.rpc.forward(CancelOrder, { orderId }, { token: caller.token }))
  }

  @Get('orders/:id/checkout')
  async orderCheckout(@CurrentCaller() caller: HttpCaller, @Param('id') orderId: string) {
    return new JsonBody(await this.rpc.forward(GetOrderCheckout, { orderId }, { token: caller.token }))
  }

  @Get('investments')
  async investments(@CurrentCaller() caller: HttpCaller) {
    return new JsonBody(await this.rpc.forwardRead(ListHoldings, {}, { token: caller.token }))
  }

  @Get('payments')
  async payments(@CurrentCaller() caller: HttpCaller, @Query({ schema: PageQuery }) query: PageQuery) {
    return new JsonBody(await this.rpc.forwardRead(ListPayments, page(query), { token: caller.token }))
  }

  @Get('dashboard')
  async dashboard(@CurrentCaller() caller: HttpCaller) {
    return new JsonBody(await this.rpc.forwardRead(GetDashboard, {}, { token: caller.token }))
  }

  private async placeOrder(caller: HttpCaller, body: CheckoutRequest, idempotencyKey: string | undefined) {
    const { userId, ...order } = body
    if (userId !== undefined && userId !== caller.userId) {
      throw problemFor(FORBIDDEN, 'An order can be placed only for the signed-in user.')
    }
    const input = { ...order, ...(idempotencyKey ? { idempotencyKey } : {}) }
    return new JsonBody(await this.rpc.forward(PlaceOrder, input, { token: caller.token }))
  }
}

const page = ({ limit = 20, cursor }: PageQuery) => ({ limit, ...(cursor === undefined ? {} : { cursor }) })
