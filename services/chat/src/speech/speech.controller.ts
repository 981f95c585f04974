import { ok, type Answer, type Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/chat'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { ReadAloud } from './read-aloud.js'
import { LANGUAGE_CODES } from '../language/languages.js'

/** Handles the calls that read texts aloud. */
@Controller()
export class SpeechController {
  constructor(private readonly aloud: ReadAloud) {}

  @Rpc(contracts.Speak)
  async speak(
    @Input() input: InputOf<typeof contracts.Speak>,
    @Caller() caller: Caller | undefined,
  ): Promise<Answer<typeof contracts.Speak>> {
    return this.aloud.read(input, caller?.userId)
  }

  @Rpc(contracts.GetSpeech)
  async getSpeech(): Promise<Answer<typeof contracts.GetSpeech>> {
    const available = await this.aloud.isAvailable()
    return ok({ available, languages: [...LANGUAGE_CODES], longestText: contracts.LONGEST_SPEECH })
  }
}
