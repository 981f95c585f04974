import { SignedInGuard } from '@hissa/auth'
import {
  AddUserNote,
  AddUserNoteBody,
  EndUserSessions,
  EndUserSessionsBody,
  GetAccount,
  ListUsers,
  ReinstateUser,
  ReinstateUserBody,
  SuspendUser,
  SuspendUserBody,
  UserSearchBody,
  UsersQuery,
} from '@hissa/contracts/identity'
import { RpcClient } from '@hissa/messaging'
import { Body, Controller, Get, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common'
import type * as z from 'zod/mini'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'
import { JsonBody } from '../http/json-body.js'

/** Users' accounts for staff. Identity verifies the token again and checks the roles. */
@Controller('api/staff/users')
@UseGuards(SignedInGuard)
export class UsersController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  async list(
    @CurrentCaller() { token }: HttpCaller,
    @Query({ schema: UsersQuery }) { limit = 50, ...rest }: z.output<typeof UsersQuery>,
  ) {
    return new JsonBody(await this.rpc.forward(ListUsers, { limit, ...rest }, { token }))
  }

  /** Finds a user by address or id. The address is in the body, because URLs end up in logs. */
  @Post('search')
  @HttpCode(200)
  async search(
    @CurrentCaller() { token }: HttpCaller,
    @Body({ schema: UserSearchBody }) { query }: z.output<typeof UserSearchBody>,
  ) {
    return new JsonBody(await this.rpc.forward(ListUsers, { query, limit: 1 }, { token }))
  }

  @Get(':id')
  async one(@CurrentCaller() { token }: HttpCaller, @Param('id') userId: string) {
    return new JsonBody(await this.rpc.forward(GetAccount, { userId }, { token }))
  }

  @Post(':id/suspension')
  @HttpCode(200)
  async suspend(
    @CurrentCaller() { token }: HttpCaller,
    @Param('id') userId: string,
    @Body({ schema: SuspendUserBody }) body: z.output<typeof SuspendUserBody>,
  ) {
    return new JsonBody(await this.rpc.forward(SuspendUser, { userId, ...body }, { token }))
  }

  @Post(':id/reinstatement')
  @HttpCode(200)
  async reinstate(
    @CurrentCaller() { token }: HttpCaller,
    @Param('id') userId: string,
    @Body({ schema: ReinstateUserBody }) body: z.output<typeof ReinstateUserBody>,
  ) {
    return new JsonBody(await this.rpc.forward(ReinstateUser, { userId, ...body }, { token }))
  }

  @Post(':id/sessions/end')
  @HttpCode(200)
  async endSessions(
    @CurrentCaller() { token }: HttpCaller,
    @Param('id') userId: string,
    @Body({ schema: EndUserSessionsBody }) body: z.output<typeof EndUserSessionsBody>,
  ) {
    return new JsonBody(await this.rpc.forward(EndUserSessions, { userId, ...body }, { token }))
  }

  @Post(':id/notes')
  @HttpCode(200)
  async addNote(
    @CurrentCaller() { token }: HttpCaller,
    @Param('id') userId: string,
    @Body({ schema: AddUserNoteBody }) body: z.output<typeof AddUserNoteBody>,
  ) {
    return new JsonBody(await this.rpc.forward(AddUserNote, { userId, ...body }, { token }))
  }
}
