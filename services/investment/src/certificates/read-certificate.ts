import { type Answer, type Input, NOT_FOUND, ok, refuse } from '@hissa/contracts'
import type { GetCertificate as Contract } from '@hissa/contracts/investment'
import { PdfRenderer } from '@hissa/documents'
import { languageFor } from '@hissa/texts'
import { Inject, Injectable } from '@nestjs/common'
import { CONFIG, type InvestmentConfig } from '../config.js'
import { InvestorNames } from '../investors/investor-names.js'
import { RaiseStore } from '../raises/raises.api.js'
import { ReadRegister } from '../register/read-register.js'
import { certificateDocument } from './certificate.js'
import { certificateKey, codeOf } from './certificate-code.js'

/** Renders the certificate of an investor's shares, as the newest published register states them. */
@Injectable()
export class ReadCertificate {
  private readonly key: Buffer

  constructor(
    private readonly registers: ReadRegister,
    private readonly raises: RaiseStore,
    private readonly names: InvestorNames,
    private readonly pdfs: PdfRenderer,
    @Inject(CONFIG) private readonly config: InvestmentConfig,
  ) {
    this.key = certificateKey(config.INVESTMENT_MASTER_KEY)
  }

  async run({ propertyId, locale }: Input<typeof Contract>, userId: string): Promise<Answer<typeof Contract>> {
    const found = await this.registers.newestEntry(userId, propertyId)
    const raise = found && (await this.raises.byId(propertyId))
    // A certificate without a name would belong to anyone.
    const name = raise && (await this.names.of(userId))
    if (!found || !raise || !name)
      return refuse(NOT_FOUND, 'The newest register has no shares of yours in this property.')
    const { register, entry } = found
    const code = codeOf(this.key, { sequence: register.sequence, index: entry.index }, name)
    const { COMPANY_LINE: company, REGULATOR_LINE: regulator, PUBLIC_URL } = this.config
    const language = languageFor(locale)
    const prefix = language === 'en' ? '' : `/${language}`
    const path = `${prefix}/certificate/${register.sequence}/${entry.index}/${code}`
    const address = `${PUBLIC_URL.replace(/\/+$/, '')}${path}`
    const source = { register, entry, raise, name, code, address, company, regulator }
    const pdf = await this.pdfs.render(userId, certificateDocument(source, language))
    if (!pdf.ok) return pdf
    return ok({
      contentType: 'application/pdf',
      fileName: `hissa-certificate-${raise.slug}-${language}.pdf`,
      bodyBase64: pdf.value.toString('base64'),
      locale: language,
    })
  }
}
