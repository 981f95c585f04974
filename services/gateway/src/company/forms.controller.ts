import {
  ConfirmWaitlist,
  EnquiryForm,
  JoinWaitlist,
  LeaveWaitlist,
  SendEnquiry,
  WaitlistForm,
  WaitlistLink,
} from '@hissa/contracts/identity'
import { networkOf } from '@hissa/kernel'
import { RpcClient } from '@hissa/messaging'
import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common'
import type { FastifyRequest } from 'fastify'

/** The forms of the public pages. Identity limits them by network, in addition to the limit of writes. */
@Controller('api')
export class FormsController {
  constructor(private readonly rpc: RpcClient) {}

  @Post('contact')
  @HttpCode(200)
  async contact(@Body({ schema: EnquiryForm }) form: EnquiryForm, @Req() request: FastifyRequest) {
    const { reference } = await this.rpc.call(SendEnquiry, { ...form, network: networkOf(request.ip) })
    return { success: true, reference }
  }

  @Post('early-access')
  @HttpCode(200)
  async join(@Body({ schema: WaitlistForm }) form: WaitlistForm, @Req() request: FastifyRequest) {
    await this.rpc.call(JoinWaitlist, { ...form, network: networkOf(request.ip) })
    return { success: true }
  }

  @Post('early-access/confirm')
  @HttpCode(200)
  async confirm(@Body({ schema: WaitlistLink }) link: WaitlistLink) {
    await this.rpc.call(ConfirmWaitlist, link)
    return { success: true }
  }

  @Post('early-access/leave')
  @HttpCode(200)
  async leave(@Body({ schema: WaitlistLink }) link: WaitlistLink) {
    await this.rpc.call(LeaveWaitlist, link)
    return { success: true }
  }
}
