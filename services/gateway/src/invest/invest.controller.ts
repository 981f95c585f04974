import { SignedInGuard } from '@hissa/auth'
import { cursor } from '@hissa/contracts'
import {
  AcceptancesRequest,
  AcceptDisclosures,
  CheckoutRequest,
  CheckoutResponse,
  GetDashboard,
  GetOrder,
  GetOrderBySession,
  GetOrderRequirements,
  ListHoldings,
  ListOrders,
  ListPayments,
  PlaceOrder,
  PreviewOrder,
  PreviewRequest,
  ReleaseReservation,
  RequirementsBody,
  RequirementsQuery,
} from '@hissa/contracts/investment'
import { problem } from '@hissa/kernel'
import { RpcClient } from '@hissa/messaging'
import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common'
import { ApiBearerAuth, ApiResponse, ApiTags } from '@nestjs/swagger'
import * as z from 'zod/mini'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'

const PageQuery = z.object({
  limit: z.optional(z.pipe(z.string().check(z.regex(/^([1-9]\d?|100)$/)), z.transform(Number))),
  cursor: z.optional(cursor),
})
type PageQuery = z.output<typeof PageQuery>
const SessionQuery = z.object({ session_id: z.string().check(z.minLength(1), z.maxLength(200)) })

@ApiTags('investing')
@Controller('api')
export class PreviewController {
  constructor(private readonly rpc: RpcClient) {}

  @Post('orders/preview')
  @HttpCode(200)
  async preview(@Body({ schema: PreviewRequest }) body: PreviewRequest) {
    return { success: true, ...(await this.rpc.call(PreviewOrder, body)) }
  }
}

@ApiTags('investing')
@ApiBearerAuth()
@Controller('api')
@UseGuards(SignedInGuard)
export class InvestController {
  constructor(private readonly rpc: RpcClient) {}

  @Post('create-checkout-session')
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: CheckoutResponse })
  checkout(
    @CurrentCaller() caller: HttpCaller,
    @Body({ schema: CheckoutRequest }) body: CheckoutRequest,
    @Headers('idempotency-key') key: string | undefined,
  ) {
    return this.placeOrder(caller, body, key)
  }

  @Post('payment/create-session')
  @HttpCode(200)
  @ApiResponse({ status: 200, standardSchema: CheckoutResponse })
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
    @Query({ schema: SessionQuery }) query: z.output<typeof SessionQuery>,
  ) {
    const answer = await this.rpc.call(GetOrderBySession, { sessionId: query.session_id }, { token: caller.token })
    return { success: true, ...answer }
  }

  @Post('disclosures/acceptances')
  @HttpCode(200)
  async accept(@CurrentCaller() caller: HttpCaller, @Body({ schema: AcceptancesRequest }) body: AcceptancesRequest) {
    return { success: true, ...(await this.rpc.call(AcceptDisclosures, body, { token: caller.token })) }
  }

  @Get('orders')
  async orders(@CurrentCaller() caller: HttpCaller, @Query({ schema: PageQuery }) query: PageQuery) {
    return { success: true, ...(await this.rpc.call(ListOrders, page(query), { token: caller.token })) }
  }

  @Get('orders/requirements')
  @ApiResponse({ status: 200, standardSchema: RequirementsBody })
  async requirements(
    @CurrentCaller() caller: HttpCaller,
    @Query({ schema: RequirementsQuery }) query: RequirementsQuery,
  ) {
    return { success: true, ...(await this.rpc.call(GetOrderRequirements, query, { token: caller.token })) }
  }

  @Get('orders/:id')
  async order(@CurrentCaller() caller: HttpCaller, @Param('id') orderId: string) {
    return { success: true, ...(await this.rpc.call(GetOrder, { orderId }, { token: caller.token })) }
  }

  @Post('orders/:id/release')
  @HttpCode(200)
  async release(@CurrentCaller() caller: HttpCaller, @Param('id') orderId: string) {
    return { success: true, ...(await this.rpc.call(ReleaseReservation, { orderId }, { token: caller.token })) }
  }

  @Get('investments')
  async investments(@CurrentCaller() caller: HttpCaller) {
    return { success: true, ...(await this.rpc.call(ListHoldings, {}, { token: caller.token })) }
  }

  @Get('payments')
  async payments(@CurrentCaller() caller: HttpCaller, @Query({ schema: PageQuery }) query: PageQuery) {
    return { success: true, ...(await this.rpc.call(ListPayments, page(query), { token: caller.token })) }
  }

  @Get('dashboard')
  async dashboard(@CurrentCaller() caller: HttpCaller) {
    return { success: true, ...(await this.rpc.call(GetDashboard, {}, { token: caller.token })) }
  }

  private async placeOrder(caller: HttpCaller, body: CheckoutRequest, idempotencyKey: string | undefined) {
    const { userId, ...order } = body
    if (userId !== undefined && userId !== caller.userId) {
      throw problem('FORBIDDEN', 403, 'An order can be placed only for the signed-in user.')
    }
    const input = { ...order, ...(idempotencyKey ? { idempotencyKey } : {}) }
    return { success: true, ...(await this.rpc.call(PlaceOrder, input, { token: caller.token })) }
  }
}

const page = ({ limit = 20, cursor }: PageQuery) => ({ limit, ...(cursor ? { cursor } : {}) })
