import type { Output } from '@hissa/contracts'
import type { BeginWallet, ProveWallet, ReturnShares, WithdrawRelocation } from '@hissa/contracts/tokenisation'
import { api } from '../../api/api.js'

/** Longer than the service waits for the chain and the sanctions lists. */
const PROOF_TIMEOUT_MS = 20_000

const walletApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Creates the message that an address has to sign. */
    beginWallet: build.mutation<Output<typeof BeginWallet>, string>({
      query: (address) => ({ url: '/wallet/challenges', method: 'POST', body: { address } }),
    }),
    proveWallet: build.mutation<Output<typeof ProveWallet>, { challengeId: string; signature: string }>({
      query: (body) => ({ url: '/wallet/proofs', method: 'POST', body, timeoutMs: PROOF_TIMEOUT_MS }),
      invalidatesTags: ['Token'],
    }),
    returnShares: build.mutation<Output<typeof ReturnShares>, void>({
      query: () => ({ url: '/wallet/return', method: 'POST' }),
      invalidatesTags: ['Token'],
    }),
    withdrawRelocation: build.mutation<Output<typeof WithdrawRelocation>, string>({
      query: (relocationId) => ({
        url: `/wallet/relocations/${encodeURIComponent(relocationId)}/withdraw`,
        method: 'POST',
      }),
      // Read again also after an error, because staff may have decided.
      invalidatesTags: ['Token'],
    }),
  }),
})

export const {
  useBeginWalletMutation,
  useProveWalletMutation,
  useReturnSharesMutation,
  useWithdrawRelocationMutation,
} = walletApi
