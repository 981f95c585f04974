import { SignedInGuard } from '@hissa/auth'
import {
  ApprovalsQuery,
  DecideResolution,
  DecideResolutionBody,
  ExportRequest,
  GetRaise,
  GetStaffOrder,
  ListApprovals,
  ListRaises,
  ListRejectedWork,
  ListSuspense,
  NamesRequest,
  PreviewResolution,
  PreviewResolutionBody,
  ProposeResolution,
  ProposeResolutionBody,
  RaisesQuery,
  ReadClientMoney,
  ReadNames,
  RecordExport,
  RejectedWorkQuery,
  RetryWork,
  RetryWorkBody,
  SearchOrders,
  SearchOrdersQuery,
  SearchOrdersRequest,
  SuspenseQuery,
  WithdrawResolution,
} from '@hissa/contracts/investment'
import { RpcClient } from '@hissa/messaging'
import { Body, Controller, Get, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common'
import type * as z from 'zod/mini'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'
import { JsonBody } from '../http/json-body.js'

/**
 * Raises, orders, suspense, rejected work and their approvals. The investment service verifies the token again and
 * checks the roles.
 */
@Controller('api/finance')
@UseGuards(SignedInGuard)
export class FinanceController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('suspense')
  async suspense(
    @CurrentCaller() caller: HttpCaller,
    @Query({ schema: SuspenseQuery }) query: z.output<typeof SuspenseQuery>,
  ) {
    const { view = 'unresolved', limit = 50, cursor } = query
    const input = { view, limit, ...(cursor === undefined ? {} : { cursor }) }
    return new JsonBody(await this.rpc.forward(ListSuspense, input, { token: caller.token }))
  }

  @Get('rejected-work')
  async rejectedWork(
    @CurrentCaller() caller: HttpCaller,
    @Query({ schema: RejectedWorkQuery }) { limit = 50, cursor }: z.output<typeof RejectedWorkQuery>,
  ) {
    const input = { limit, ...(cursor === undefined ? {} : { cursor }) }
    return new JsonBody(await this.rpc.forward(ListRejectedWork, input, { token: caller.token }))
  }

  @Get('raises')
  async raises(
    @CurrentCaller() { token }: HttpCaller,
    @Query({ schema: RaisesQuery }) { limit = 50, ...rest }: z.output<typeof RaisesQuery>,
  ) {
    return new JsonBody(await this.rpc.forward(ListRaises, { limit, ...rest }, { token }))
  }

  @Get('raises/:propertyId')
  async raise(@CurrentCaller() { token }: HttpCaller, @Param('propertyId') propertyId: string) {
    return new JsonBody(await this.rpc.forward(GetRaise, { propertyId }, { token }))
  }

  @Get('orders')
  async orders(
    @CurrentCaller() { token }: HttpCaller,
    @Query({ schema: SearchOrdersQuery }) { limit = 50, q, ...rest }: z.output<typeof SearchOrdersQuery>,
  ) {
    const input = { limit, ...(q === undefined ? {} : { query: q }), ...rest }
    return new JsonBody(await this.rpc.forward(SearchOrders, input, { token }))
  }

  /** Searches by a body, because an email address must not be in the address of a request. */
  @Post('orders/search')
  @HttpCode(200)
  async searchOrders(
    @CurrentCaller() { token }: HttpCaller,
    @Body({ schema: SearchOrdersRequest }) body: z.output<typeof SearchOrdersRequest>,
  ) {
    return new JsonBody(await this.rpc.forward(SearchOrders, body, { token }))
  }

  @Get('orders/:orderId')
  async order(@CurrentCaller() { token }: HttpCaller, @Param('orderId') orderId: string) {
    return new JsonBody(await this.rpc.forward(GetStaffOrder, { orderId }, { token }))
  }

  @Get('approvals')
  async approvals(
    @CurrentCaller() { token }: HttpCaller,
    @Query({ schema: ApprovalsQuery }) { limit = 50, ...rest }: z.output<typeof ApprovalsQuery>,
  ) {
    return new JsonBody(await this.rpc.forward(ListApprovals, { limit, ...rest }, { token }))
  }

  @Get('client-money')
  async clientMoney(@CurrentCaller() { token }: HttpCaller) {
    return new JsonBody(await this.rpc.forward(ReadClientMoney, {}, { token }))
  }

  @Post('names')
  @HttpCode(200)
  async names(
    @CurrentCaller() { token }: HttpCaller,
    @Body({ schema: NamesRequest }) body: z.output<typeof NamesRequest>,
  ) {
    return new JsonBody(await this.rpc.forward(ReadNames, body, { token }))
  }

  @Post('exports')
  @HttpCode(200)
  async exported(
    @CurrentCaller() { token }: HttpCaller,
    @Body({ schema: ExportRequest }) body: z.output<typeof ExportRequest>,
  ) {
    return new JsonBody(await this.rpc.forward(RecordExport, body, { token }))
  }

  @Post('resolutions/preview')
  @HttpCode(200)
  async preview(
    @CurrentCaller() { token }: HttpCaller,
    @Body({ schema: PreviewResolutionBody }) body: z.output<typeof PreviewResolutionBody>,
  ) {
    return new JsonBody(await this.rpc.forward(PreviewResolution, body, { token }))
  }

  /** Proposes a resolution; another person decides it. */
  @Post('resolutions')
  @HttpCode(200)
  async propose(
    @CurrentCaller() caller: HttpCaller,
    @Body({ schema: ProposeResolutionBody }) body: z.output<typeof ProposeResolutionBody>,
  ) {
    return new JsonBody(await this.rpc.forward(ProposeResolution, body, { token: caller.token }))
  }

  @Post('resolutions/:id/decision')
  @HttpCode(200)
  async decide(
    @CurrentCaller() caller: HttpCaller,
    @Param('id') approvalId: string,
    @Body({ schema: DecideResolutionBody }) body: z.output<typeof DecideResolutionBody>,
  ) {
    const input = { approvalId, ...body }
    return new JsonBody(await this.rpc.forward(DecideResolution, input, { token: caller.token }))
  }

  /** Withdraws the caller's own proposal. */
  @Post('resolutions/:id/withdrawal')
  @HttpCode(200)
  async withdraw(@CurrentCaller() { token }: HttpCaller, @Param('id') approvalId: string) {
    return new JsonBody(await this.rpc.forward(WithdrawResolution, { approvalId }, { token }))
  }

  @Post('retries')
  @HttpCode(200)
  async retry(
    @CurrentCaller() caller: HttpCaller,
    @Body({ schema: RetryWorkBody }) body: z.output<typeof RetryWorkBody>,
  ) {
    return new JsonBody(await this.rpc.forward(RetryWork, body, { token: caller.token }))
  }
}
