import { requireAccess, SignedInGuard } from '@hissa/auth'
import {
  AddBankAccount,
  AddBankAccountBody,
  CancelWithdrawal,
  CodeBody,
  ConfirmBankAccount,
  DecidePaymentFile,
  DecidePaymentFileBody,
  DecideBankStatement,
  DecideBankStatementBody,
  GetCash,
  GetPaymentFile,
  ListBankAccounts,
  ListPayouts,
  LocaleBody,
  PageQuery,
  PayoutsQuery,
  ProposePaymentFile,
  ProposePaymentFileBody,
  ProposeBankStatement,
  RemoveBankAccount,
  RequestWithdrawal,
  SendBankAccountCode,
  WithdrawalBody,
  WithdrawPaymentFile,
  WithdrawBankStatement,
} from '@hissa/contracts/investment'
import { RpcClient } from '@hissa/messaging'
import { Storage } from '@hissa/storage'
import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query, Req, Res, UseGuards } from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'
import { JsonBody } from '../http/json-body.js'
import { sendStored, withUpload } from '../http/uploads.js'

/** The caller's own cash, bank accounts and withdrawals. */
@Controller('api/cash')
@UseGuards(SignedInGuard)
export class CashController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  async cash(
    @CurrentCaller() { token }: HttpCaller,
    @Query({ schema: PageQuery }) { limit = 20, ...rest }: z.output<typeof PageQuery>,
  ) {
    return new JsonBody(await this.rpc.forward(GetCash, { limit, ...rest }, { token }))
  }

  @Get('bank-accounts')
  async bankAccounts(@CurrentCaller() { token }: HttpCaller) {
    return new JsonBody(await this.rpc.forward(ListBankAccounts, {}, { token }))
  }

  @Post('bank-accounts')
  @HttpCode(200)
  async add(
    @CurrentCaller() { token }: HttpCaller,
    @Body({ schema: AddBankAccountBody }) body: z.output<typeof AddBankAccountBody>,
  ) {
    return new JsonBody(await this.rpc.forward(AddBankAccount, body, { token }))
  }

  @Post('bank-accounts/:id/code')
  @HttpCode(200)
  async code(
    @CurrentCaller() { token }: HttpCaller,
    @Param('id') bankAccountId: string,
    @Body({ schema: LocaleBody }) body: z.output<typeof LocaleBody>,
  ) {
    return new JsonBody(await this.rpc.forward(SendBankAccountCode, { bankAccountId, ...body }, { token }))
  }

  @Post('bank-accounts/:id/confirmation')
  @HttpCode(200)
  async confirm(
    @CurrentCaller() { token }: HttpCaller,
    @Param('id') bankAccountId: string,
    @Body({ schema: CodeBody }) body: z.output<typeof CodeBody>,
  ) {
    return new JsonBody(await this.rpc.forward(ConfirmBankAccount, { bankAccountId, ...body }, { token }))
  }

  @Post('bank-accounts/:id/removal')
  @HttpCode(200)
  async remove(@CurrentCaller() { token }: HttpCaller, @Param('id') bankAccountId: string) {
    return new JsonBody(await this.rpc.forward(RemoveBankAccount, { bankAccountId }, { token }))
  }

  @Post('withdrawals')
  @HttpCode(200)
  async withdraw(
    @CurrentCaller() { token }: HttpCaller,
    @Body({ schema: WithdrawalBody }) body: z.output<typeof WithdrawalBody>,
    // Without a key the call is refused as invalid.
    @Headers('idempotency-key') idempotencyKey = '',
  ) {
    return new JsonBody(await this.rpc.forward(RequestWithdrawal, { ...body, idempotencyKey }, { token }))
  }

  @Post('withdrawals/:id/cancellation')
  @HttpCode(200)
  async cancel(@CurrentCaller() { token }: HttpCaller, @Param('id') withdrawalId: string) {
    return new JsonBody(await this.rpc.forward(CancelWithdrawal, { withdrawalId }, { token }))
  }
}

/** Payment files and bank statements. The investment service verifies the token again and checks the roles. */
@Controller('api/finance')
@UseGuards(SignedInGuard)
export class PayoutsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly storage: Storage,
  ) {}

  @Get('payouts')
  async payouts(
    @CurrentCaller() { token }: HttpCaller,
    @Query({ schema: PayoutsQuery }) { view = 'open', limit = 50, ...rest }: z.output<typeof PayoutsQuery>,
  ) {
    return new JsonBody(await this.rpc.forward(ListPayouts, { view, limit, ...rest }, { token }))
  }

  @Post('payment-files')
  @HttpCode(200)
  async propose(
    @CurrentCaller() { token }: HttpCaller,
    @Body({ schema: ProposePaymentFileBody }) body: z.output<typeof ProposePaymentFileBody>,
  ) {
    return new JsonBody(await this.rpc.forward(ProposePaymentFile, body, { token }))
  }

  @Post('payment-files/:approvalId/decision')
  @HttpCode(200)
  async decide(
    @CurrentCaller() { token }: HttpCaller,
    @Param('approvalId') approvalId: string,
    @Body({ schema: DecidePaymentFileBody }) body: z.output<typeof DecidePaymentFileBody>,
  ) {
    return new JsonBody(await this.rpc.forward(DecidePaymentFile, { approvalId, ...body }, { token }))
  }

  @Post('payment-files/:approvalId/withdrawal')
  @HttpCode(200)
  async withdraw(@CurrentCaller() { token }: HttpCaller, @Param('approvalId') approvalId: string) {
    return new JsonBody(await this.rpc.forward(WithdrawPaymentFile, { approvalId }, { token }))
  }

  @Get('payment-files/:fileId')
  async file(@CurrentCaller() { token }: HttpCaller, @Param('fileId') fileId: string, @Res() reply: FastifyReply) {
    const file = await this.rpc.call(GetPaymentFile, { fileId }, { token })
    await sendStored(reply, this.storage, file, `attachment; filename="payments-${fileId}.xml"`)
  }

  @Post('bank-statements')
  @HttpCode(200)
  async proposeBankStatement(@CurrentCaller() { token, roles }: HttpCaller, @Req() request: FastifyRequest) {
    const { pending } = await withUpload(
      request,
      this.storage,
      (upload) => this.rpc.call(ProposeBankStatement, upload, { token }),
      // The service decides too, but only once the whole file is in quarantine.
      () => requireAccess(ProposeBankStatement.access, { roles }),
    )
    return { success: true, pending }
  }

  @Post('bank-statements/:approvalId/decision')
  @HttpCode(200)
  async decideBankStatement(
    @CurrentCaller() { token }: HttpCaller,
    @Param('approvalId') approvalId: string,
    @Body({ schema: DecideBankStatementBody }) body: z.output<typeof DecideBankStatementBody>,
  ) {
    return new JsonBody(await this.rpc.forward(DecideBankStatement, { approvalId, ...body }, { token }))
  }

  @Post('bank-statements/:approvalId/withdrawal')
  @HttpCode(200)
  async withdrawBankStatement(@CurrentCaller() { token }: HttpCaller, @Param('approvalId') approvalId: string) {
    return new JsonBody(await this.rpc.forward(WithdrawBankStatement, { approvalId }, { token }))
  }
}
