import { ok, type Answer, type Input as InputOf } from '@hissa/contracts'
import { GetLegalTexts } from '@hissa/contracts/property'
import { Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { toLegalText } from './legal-text.js'
import { LEGAL_TEXTS } from './texts.js'

@Controller()
export class LegalController {
  @Rpc(GetLegalTexts)
  async get(@Input() { locale }: InputOf<typeof GetLegalTexts>): Promise<Answer<typeof GetLegalTexts>> {
    return ok({ documents: LEGAL_TEXTS.map((draft) => toLegalText(draft, locale)) })
  }
}
