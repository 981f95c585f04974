import { INVESTOR_ID } from './investors.js'
import { APPROVAL_ID, PROPERTY_ID } from './property.js'

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
  symbol: 'HS-MAR-01',
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
export const OWN_ACCOUNT = { account: ACCOUNT, isCustodial: true, isFrozen: false, freezes: [], tokens: [OWN_TOKEN] }

export const WALLET = '0x00000000000000000000000000000000000000D7'
export const RELOCATION_ID = '0191b8c0-7777-7abc-8def-1234567890ab'
export const CHALLENGE_ID = '0191b8c0-8888-7abc-8def-1234567890ab'
export const SIGNATURE = `0x${'5d'.repeat(64)}1b`
export const SIGN_IN_MESSAGE = `hissa.example wants you to sign in with your Ethereum account:
${WALLET}

Hold my Hissa shares at this address.

URI: https://hissa.example
Version: 1
Chain ID: 137
Nonce: 6f1d2c9a4b7e8035
Issued At: 2026-11-23T06:00:00.000Z
Expiration Time: 2026-11-23T06:10:00.000Z`

/** A request for an own wallet that staff have not decided yet. */
export const RELOCATION = {
  relocationId: RELOCATION_ID,
  kind: 'own_wallet',
  state: 'requested',
  from: ACCOUNT,
  to: WALLET,
  tokens: 0,
  tokensMoved: 0,
  requestedAt: '2026-11-23T06:02:00.000Z',
}

export const SHAREHOLDER = {
  userId: INVESTOR_ID,
  address: ACCOUNT,
  isCustodial: true,
  isRegistered: true,
  isFrozen: false,
  relocation: RELOCATION,
  pending: 1,
}

export const SHARE_DECISION = {
  approvalId: APPROVAL_ID,
  userId: INVESTOR_ID,
  action: { type: 'move', relocationId: RELOCATION_ID },
  state: 'pending',
  maker: '0191b8c0-3333-7abc-8def-1234567890ab',
  reason: 'Agreed with the investor by telephone',
  evidence: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  requestedAt: '2026-11-23T06:30:00.000Z',
}

export const SHAREHOLDER_DETAIL = {
  ...SHAREHOLDER,
  identity: ACCOUNT,
  tokens: [{ property: PROPERTY, token: TOKEN.address, units: 20, unitsAwaiting: 0, isFrozen: false }],
  country: 'AE',
  wallets: [{ address: WALLET, state: 'requested', screenedAt: '2026-11-23T06:20:00.000Z', listDate: '2023-12-22' }],
  freezes: [],
  relocations: [RELOCATION],
  decisions: [SHARE_DECISION],
  actions: [{ type: 'freeze' }, { type: 'freeze', propertyId: PROPERTY_ID }],
}
