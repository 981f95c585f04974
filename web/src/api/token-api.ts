import type { GetAccount, GetToken } from '@hissa/contracts/tokenisation'
import type { Output } from '@hissa/contracts'
import { api } from './api.js'

/** A token with the chain that it is on. */
export type TokenOnChain = Output<typeof GetToken>

/** The address that holds the user's shares, and the shares. */
export type Wallet = Output<typeof GetAccount>

const tokenApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The token of a property, by its slug or record id. */
    getToken: build.query<TokenOnChain, string>({
      query: (property) => ({ url: `/tokens/${encodeURIComponent(property)}` }),
      providesTags: ['Token'],
    }),
    getWallet: build.query<Wallet, void>({ query: () => ({ url: '/wallet' }), providesTags: ['Token'] }),
  }),
})

export const { useGetTokenQuery, useGetWalletQuery } = tokenApi
