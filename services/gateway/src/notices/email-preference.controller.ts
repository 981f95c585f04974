import {
  ChangeEmailPreference,
  EmailLinkQuery,
  EmailPreferenceChange,
  GetEmailPreference,
} from '@hissa/contracts/identity'
import { RpcClient } from '@hissa/messaging'
import { Body, Controller, Get, Header, Put, Query } from '@nestjs/common'
import type * as z from 'zod/mini'
import { JsonBody } from '../http/json-body.js'

/** What the link of an email is about. Needs no session: identity verifies the token of the link. */
@Controller('api/email-preferences')
export class EmailPreferenceController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  @Header('cache-control', 'no-store')
  async get(@Query({ schema: EmailLinkQuery }) query: z.output<typeof EmailLinkQuery>) {
    return new JsonBody(await this.rpc.forwardRead(GetEmailPreference, query))
  }

  @Put()
  async change(@Body({ schema: EmailPreferenceChange }) change: z.output<typeof EmailPreferenceChange>) {
    return new JsonBody(await this.rpc.forward(ChangeEmailPreference, change))
  }
}
