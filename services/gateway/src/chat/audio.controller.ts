import { bearerToken } from '@hissa/auth'
import { RATE_LIMITED } from '@hissa/contracts'
import { GetSpeech, Speak, SpeakBody } from '@hissa/contracts/chat'
import { networkOf, problemFor } from '@hissa/kernel'
import { RpcClient, VERIFY_TOKEN, type VerifyToken } from '@hissa/messaging'
import { Body, Controller, Get, Headers, Inject, Ip, Post, Res } from '@nestjs/common'
import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import type * as z from 'zod/mini'
import { JsonBody } from '../http/json-body.js'
import { SpeechLimits } from './question-limits.js'

type Text = z.output<typeof SpeakBody>

/** Reads texts aloud, also for visitors. The chat service verifies a token if there is one. */
@Controller('api/audio')
export class AudioController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly limits: SpeechLimits,
    @Inject(VERIFY_TOKEN) private readonly verify: VerifyToken,
  ) {}

  @Get()
  async status() {
    return new JsonBody(await this.rpc.forwardRead(GetSpeech, {}))
  }

  @Post()
  async speak(
    @Body({ schema: SpeakBody }) text: Text,
    @Headers('authorization') authorization: string | undefined,
    @Ip() address: string,
    @Res() reply: FastifyReply,
  ) {
    const token = bearerToken(authorization)
    const user = token === undefined ? undefined : await this.verify(token)
    if (await this.limits.isLimited(networkOf(address), user?.userId))
      throw problemFor(RATE_LIMITED, 'Too many texts to read aloud. Please try again in a minute.')
    const { language, audio, next } = await this.rpc.call(Speak, { ...text, from: 0 }, { token })
    const first = Buffer.from(audio, 'base64')
    void reply
      .status(200)
      .header('content-type', 'audio/mpeg')
      .header('content-language', language)
      .header('cache-control', 'no-store')
      .send(next === null ? first : Readable.from(this.parts(first, next, text, token)))
  }

  /** Returns the audio while it is made. Once the response has begun, a failure ends its connection. */
  private async *parts(first: Buffer, from: number, text: Text, token: string | undefined): AsyncGenerator<Buffer> {
    yield first
    for (let next: number | null = from; next !== null;) {
      const part: { audio: string; next: number | null } = await this.rpc.call(
        Speak,
        { ...text, from: next },
        { token },
      )
      yield Buffer.from(part.audio, 'base64')
      next = part.next
    }
  }
}
