import { SignedInGuard } from '@hissa/auth'
import { ForgetProperty, GetSaved, ListSaved, SaveProperty } from '@hissa/contracts/property'
import { RpcClient } from '@hissa/messaging'
import { Controller, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common'
import { CurrentCaller, type HttpCaller } from '../http/caller.js'
import { JsonBody } from '../http/json-body.js'

/** The properties that the caller has saved. */
@Controller('api/saved')
@UseGuards(SignedInGuard)
export class SavedController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  async ids(@CurrentCaller() { token }: HttpCaller) {
    return new JsonBody(await this.rpc.forwardRead(GetSaved, {}, { token }))
  }

  @Get('properties')
  async list(@CurrentCaller() { token }: HttpCaller) {
    return new JsonBody(await this.rpc.forwardRead(ListSaved, {}, { token }))
  }

  @Post(':id')
  @HttpCode(200)
  async save(@CurrentCaller() { token }: HttpCaller, @Param('id') id: string) {
    await this.rpc.call(SaveProperty, { id }, { token })
    return { success: true }
  }

  @Post(':id/remove')
  @HttpCode(200)
  async forget(@CurrentCaller() { token }: HttpCaller, @Param('id') propertyId: string) {
    await this.rpc.call(ForgetProperty, { propertyId }, { token })
    return { success: true }
  }
}
