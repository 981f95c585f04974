import { PROPERTY_ID } from './property.js'

const PROPERTY = { propertyId: PROPERTY_ID, slug: 'marina-heights', title: 'Marina Heights' }

/** Examples of tokens. Addresses and hashes are made up. */
export const CHAIN = { chainId: 137, name: 'Polygon', explorerUrl: 'https://polygonscan.com', confirmations: 64 }

const RECEIPT = {
  chainId: 137,
  transactionHash: '0x96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
  blockNumber: 81_204_311,
  blockHash: '0x5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
  at: '2026-11-22T20:01:12.000Z',
}

const ACCOUNT = '0x00000000000000000000000000000000000000B2'

export const TOKEN = {
  property: PROPERTY,
  state: 'live',
  address: '0x00000000000000000000000000000000000000C3',
  compliance: '0x00000000000000000000000000000000000000C4',
  identityRegistry: '0x00000000000000000000000000000000000000C5',
  symbol: 'MARINA1',
  unitsTotal: 24_000,
  unitsMinted: 20,
  unitsAwaiting: 0,
  holders: 1,
  titleHash: '0x6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  titleRecordedAt: '2026-11-22T19:58:30.000Z',
  modules: [{ kind: 'balance_cap', address: '0x00000000000000000000000000000000000000C6', most: 24_000 }],
  deployment: RECEIPT,
  sourceHash: '0xbc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  reconciliation: {
    state: 'agrees',
    blockNumber: 81_204_400,
    unitsOnChain: 20,
    unitsOnRegister: 20,
    checkedAt: '2026-11-22T20:05:00.000Z',
  },
}

export const TRANSFER = { kind: 'mint', to: ACCOUNT, units: 20, receipt: RECEIPT }
export const HOLDER = { account: ACCOUNT, units: 20 }
export const OWN_TOKEN = {
  property: PROPERTY,
  token: TOKEN.address,
  units: 20,
  unitsAwaiting: 0,
  receipt: RECEIPT,
}
export const OWN_ACCOUNT = { account: ACCOUNT, isCustodial: true, tokens: [OWN_TOKEN] }
