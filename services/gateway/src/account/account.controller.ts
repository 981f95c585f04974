import { SignedInGuard } from '@hissa/auth'
import {
  ChangeCurrentUser,
  CurrentUserChange,
  EndSession,
  GetCurrentUser,
  GetProfile,
  GetSession,
  ListSessions,
  ProfileForm,
  SaveProfile,
} from '@hissa/contracts/identity'
import { RpcClient } from '@hissa/messaging'
import { Body, Controller, Get, Headers, HttpCode, Param, Patch, Post, Put, Res, UseGuards } from '@nestjs/common'
import type { FastifyReply } from 'fastify'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'
import { versionOf } from '../http/if-match.js'
import { JsonBody } from '../http/json-body.js'

@Controller('api')
@UseGuards(SignedInGuard)
export class AccountController {
  constructor(private readonly rpc: RpcClient) {}

  @Get('profile')
  async profile(@CurrentCaller() caller: HttpCaller, @Res({ passthrough: true }) reply: FastifyReply) {
    const { profile } = await this.rpc.call(GetProfile, {}, { token: caller.token })
    void reply.header('etag', `"${profile.version}"`)
    return { success: true, profile }
  }

  @Put('profile')
  async saveProfile(
    @CurrentCaller() caller: HttpCaller,
    @Body({ schema: ProfileForm }) form: ProfileForm,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const version = ifMatch === undefined ? form.version : versionOf(ifMatch)
    const { profile } = await this.rpc.call(SaveProfile, { ...form, version }, { token: caller.token })
    void reply.header('etag', `"${profile.version}"`)
    return { success: true, profile }
  }

  @Get('users/me')
  async me(@CurrentCaller() caller: HttpCaller, @Res({ passthrough: true }) reply: FastifyReply) {
    const { user } = await this.rpc.call(GetCurrentUser, {}, { token: caller.token })
    void reply.header('etag', `"${user.version}"`)
    return { success: true, user }
  }

  @Patch('users/me')
  async change(
    @CurrentCaller() caller: HttpCaller,
    @Body({ schema: CurrentUserChange }) change: CurrentUserChange,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const version = ifMatch === undefined ? undefined : versionOf(ifMatch)
    const { user } = await this.rpc.call(ChangeCurrentUser, { ...change, version }, { token: caller.token })
    void reply.header('etag', `"${user.version}"`)
    return { success: true, user }
  }

  @Get('users/me/sessions')
  async sessions(@CurrentCaller() caller: HttpCaller) {
    return new JsonBody(await this.rpc.forwardRead(ListSessions, {}, { token: caller.token }))
  }

  @Post('users/me/sessions/:id/end')
  @HttpCode(200)
  async endSession(@CurrentCaller() caller: HttpCaller, @Param('id') sessionId: string) {
    await this.rpc.call(EndSession, { sessionId }, { token: caller.token })
    return { success: true }
  }

  @Get('auth/session')
  async session(@CurrentCaller() caller: HttpCaller) {
    return new JsonBody(await this.rpc.forwardRead(GetSession, {}, { token: caller.token }))
  }
}
