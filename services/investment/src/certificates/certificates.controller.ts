import type { Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/investment'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { CheckCertificate } from './check-certificate.js'
import { ReadCertificate } from './read-certificate.js'

@Controller()
export class CertificatesController {
  constructor(
    private readonly certificates: ReadCertificate,
    private readonly checks: CheckCertificate,
  ) {}

  @Rpc(contracts.GetCertificate)
  getCertificate(@Input() input: InputOf<typeof contracts.GetCertificate>, @Caller() { userId }: Caller) {
    return this.certificates.run(input, userId)
  }

  @Rpc(contracts.CheckCertificate)
  check(@Input() input: InputOf<typeof contracts.CheckCertificate>) {
    return this.checks.run(input)
  }
}
