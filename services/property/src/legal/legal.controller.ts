import type { Input as InputOf, Output } from '@hissa/contracts'
import { GetLegalTexts } from '@hissa/contracts/property'
import { Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { toLegalText } from './legal-text.js'
import { LEGAL_TEXTS } from './texts.js'

@Controller()
export class LegalController {
  @Rpc(GetLegalTexts)
  get(@Input() { locale }: InputOf<typeof GetLegalTexts>): Output<typeof GetLegalTexts> {
    return { documents: LEGAL_TEXTS.map((draft) => toLegalText(draft, locale)) }
  }
}
