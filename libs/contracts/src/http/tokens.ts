import {
  GetAccount,
  GetToken,
  ListTokenHolders,
  ListTokens,
  ListTokenTransfers,
  TokensQuery,
} from '../tokenisation/index.js'
import { CHAIN, HOLDER, OWN_ACCOUNT, TOKEN, TRANSFER } from './examples/token.js'
import { success, type Operation } from './operation.js'

const tag = 'tokens'
const params = { property: TOKEN.property.slug }

export const tokens: readonly Operation[] = [
  {
    id: 'listTokens',
    method: 'get',
    path: '/api/tokens',
    tag,
    summary: 'List the tokens of all properties',
    calls: [ListTokens],
    query: TokensQuery,
    response: {
      status: 200,
      description: 'A page of tokens, with the chain they are on.',
      schema: success(ListTokens.output),
      example: { success: true, chain: CHAIN, tokens: [TOKEN], count: 1 },
    },
  },
  {
    id: 'getToken',
    method: 'get',
    path: '/api/tokens/{property}',
    tag,
    summary: 'Read the token of a property',
    description: 'By record id or slug. `reconciliation` is the latest comparison of the chain with the register.',
    calls: [GetToken],
    params,
    response: {
      status: 200,
      description: 'The token, with the chain it is on.',
      schema: success(GetToken.output),
      example: { success: true, chain: CHAIN, token: TOKEN },
    },
  },
  {
    id: 'listTokenTransfers',
    method: 'get',
    path: '/api/tokens/{property}/transfers',
    tag,
    summary: 'List the movements of a token’s shares, newest first',
    calls: [ListTokenTransfers],
    params,
    query: TokensQuery,
    response: {
      status: 200,
      description: 'A page of movements.',
      schema: success(ListTokenTransfers.output),
      example: { success: true, transfers: [TRANSFER], count: 1 },
    },
  },
  {
    id: 'listTokenHolders',
    method: 'get',
    path: '/api/tokens/{property}/holders',
    tag,
    summary: 'List the addresses with shares of a token',
    calls: [ListTokenHolders],
    params,
    query: TokensQuery,
    response: {
      status: 200,
      description: 'A page of holders, those with the most shares first.',
      schema: success(ListTokenHolders.output),
      example: { success: true, holders: [HOLDER], count: 1 },
    },
  },
  {
    id: 'getWallet',
    method: 'get',
    path: '/api/wallet',
    tag,
    summary: 'Read the address that holds your shares',
    calls: [GetAccount],
    response: {
      status: 200,
      description: 'The address and its shares; without `account` before the first allotment.',
      schema: success(GetAccount.output),
      example: { success: true, chain: CHAIN, ...OWN_ACCOUNT },
    },
  },
]
