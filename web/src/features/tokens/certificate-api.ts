import type { Output } from '@hissa/contracts'
import type { CheckCertificate } from '@hissa/contracts/investment'
import { api } from '../../api/api.js'

/** What the address of a certificate's page states. */
export interface CertificatePlace {
  sequence: number
  index: number
  code: string
}

type Checked = Output<typeof CheckCertificate>

const url = '/certificates/check'

const certificateApi = api.injectEndpoints({
  endpoints: (build) => ({
    checkCertificate: build.query<Checked, CertificatePlace>({
      query: (body) => ({ url, method: 'POST', body }),
    }),
    checkCertificateName: build.mutation<Checked, CertificatePlace & { name: string }>({
      query: (body) => ({ url, method: 'POST', body }),
    }),
  }),
})

export const { useCheckCertificateQuery, useCheckCertificateNameMutation } = certificateApi
