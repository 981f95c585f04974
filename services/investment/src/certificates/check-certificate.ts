import { type Answer, type Input, NOT_FOUND, ok, refuse } from '@hissa/contracts'
import type { CheckCertificate as Contract } from '@hissa/contracts/investment'
import { Inject, Injectable } from '@nestjs/common'
import { CONFIG, type InvestmentConfig } from '../config.js'
import { RaiseStore } from '../raises/raises.api.js'
import { ReadRegister } from '../register/read-register.js'
import { certificateKey, isGenuine, isName } from './certificate-code.js'

/** Checks certificates for anyone, from the published register alone. */
@Injectable()
export class CheckCertificate {
  private readonly key: Buffer

  constructor(
    private readonly registers: ReadRegister,
    private readonly raises: RaiseStore,
    @Inject(CONFIG) config: InvestmentConfig,
  ) {
    this.key = certificateKey(config.INVESTMENT_MASTER_KEY)
  }

  async run({ sequence, index, code, name }: Input<typeof Contract>): Promise<Answer<typeof Contract>> {
    const place = { sequence, index }
    const found = isGenuine(this.key, place, code) ? await this.registers.entry(sequence, index) : undefined
    const raise = found && (await this.raises.byId(found.entry.propertyId))
    if (!raise) return refuse(NOT_FOUND, 'Hissa has issued no certificate with this code.')
    const { _id: propertyId, slug, title } = raise
    const nameMatches = name === undefined ? {} : { nameMatches: isName(this.key, place, code, name) }
    return ok({ ...found, property: { propertyId, slug, title }, ...nameMatches })
  }
}
