import type { RegisterView } from '@hissa/contracts/investment'
import type { ChainReceipt, ChainView, TokenTransferView, TokenView } from '@hissa/contracts/tokenisation'
import { fils, units } from '@hissa/money'

/** A hash or an address of one repeated hexadecimal digit. */
export const hashOf = (digit: string) => `0x${digit.repeat(64)}`
export const addressOf = (digit: string) => `0x${digit.repeat(40)}`

/** A local chain: without a block explorer. */
export const LOCAL_CHAIN: ChainView = { chainId: 31_337, name: 'Local chain', explorerUrl: null, confirmations: 2 }
export const POLYGON: ChainView = {
  ...{ chainId: 137, name: 'Polygon', explorerUrl: 'https://polygonscan.com/', confirmations: 64 },
}

export const PROPERTY = { propertyId: 'Prop_1904_marina', slug: 'marina-gate-2-1904', title: 'Marina Gate 2, 1904' }
/** The user's address. */
export const ACCOUNT = addressOf('b')

/** Returns the receipt of a transaction whose hash repeats one digit. */
export function aReceipt(digit: string, change: Partial<ChainReceipt> = {}): ChainReceipt {
  return {
    chainId: LOCAL_CHAIN.chainId,
    transactionHash: hashOf(digit),
    blockNumber: 81_204_311,
    blockHash: hashOf('f'),
    at: '2026-11-22T20:01:12.000Z',
    ...change,
  }
}

/** Returns a live token with 6,510 of 10,500 shares issued, whose chain and register agree. */
export function aToken(change: Partial<TokenView> = {}): TokenView {
  return {
    property: PROPERTY,
    state: 'live',
    address: addressOf('1'),
    symbol: 'MARINA',
    ...{ unitsTotal: units(10_500), unitsMinted: units(6_510), unitsAwaiting: units(40), holders: 118 },
    titleHash: hashOf('6'),
    titleRecordedAt: '2026-11-22T19:58:30.000Z',
    modules: [{ kind: 'balance_cap', address: addressOf('4'), most: 5_250 }],
    deployment: aReceipt('d'),
    sourceHash: hashOf('c'),
    reconciliation: {
      ...{ state: 'agrees', blockNumber: 81_204_400, checkedAt: '2026-11-22T20:05:00.000Z' },
      ...{ unitsOnChain: units(6_510), unitsOnRegister: units(6_510) },
    },
    ...change,
  }
}

/** Returns the token of a property whose title deed is not on file. */
export function anAwaitingToken(): TokenView {
  return {
    ...{ property: PROPERTY, state: 'awaiting_title', symbol: 'MARINA', holders: 0, modules: [] },
    ...{ unitsTotal: units(10_500), unitsMinted: units(0), unitsAwaiting: units(0), sourceHash: hashOf('c') },
  }
}

/** Returns the issue of 20 shares to the user. */
export function aTransfer(change: Partial<TokenTransferView> = {}): TokenTransferView {
  return { kind: 'mint', to: ACCOUNT, units: units(20), receipt: aReceipt('a'), ...change }
}

export const REGISTER: RegisterView = {
  sequence: 42,
  asOf: '2026-11-22T20:00:00.000Z',
  ledgerSeq: 18_204,
  root: hashOf('7'),
  treeSize: 5,
  books: {
    ...{ format: 2, sequence: 42, asOf: '2026-11-22T20:00:00.000Z', ledgerSeq: 18_204 },
    ...{ shareEntries: 2, cashEntries: 2 },
    ...{ investorsFils: fils(30_050), otherFils: fils(840_000), heldFils: fils(870_050), missingFils: fils(0) },
  },
  publishedAt: '2026-11-22T20:00:01.000Z',
  anchor: {
    ...{ chainId: LOCAL_CHAIN.chainId, contract: addressOf('e'), transactionHash: hashOf('8') },
    ...{ blockNumber: 81_204_311, at: '2026-11-22T20:01:12.000Z' },
  },
}
