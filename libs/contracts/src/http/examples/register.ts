import { PROPERTY_REF } from './investing.js'

/** Examples of the register. The account is made up, and the hashes belong to no register. */
export const REGISTER = {
  sequence: 42,
  asOf: '2026-11-22T20:00:00.000Z',
  ledgerSeq: 18_204,
  root: '0x4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  treeSize: 5,
  publishedAt: '2026-11-22T20:00:01.000Z',
  books: {
    ...{ format: 2, sequence: 42, asOf: '2026-11-22T20:00:00.000Z', ledgerSeq: 18_204 },
    ...{ shareEntries: 2, cashEntries: 2 },
    ...{ investorsFils: 30_050, otherFils: 840_000, heldFils: 870_050, missingFils: 0 },
  },
  anchor: {
    chainId: 137,
    contract: '0x00000000000000000000000000000000000000A1',
    transactionHash: '0x96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
    blockNumber: 81_204_311,
    at: '2026-11-22T20:01:12.000Z',
  },
}

export const TRACK_RECORD = {
  asOf: '2026-11-23T09:00:00.000Z',
  registered: { units: 18_400, properties: 3 },
  released: { amountFils: 2_436_000, raises: 1 },
  incomePaid: { amountFils: 4_120_350, distributions: 4, lastPaidAt: '2026-10-20T08:00:00.000Z' },
  register: REGISTER,
}

export const REGISTER_ENTRY = {
  index: 0,
  propertyId: 'Prop_1_marina',
  account: '0x00000000000000000000000000000000000000B2',
  holder: '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
  units: 20,
}

export const PROVEN_ENTRY = {
  ...REGISTER_ENTRY,
  leaf: '0x6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  proof: [
    '0x96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
    '0x5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    '0xbc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  ],
}

export const CASH_ENTRY = {
  index: 2,
  holder: '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
  amountFils: 30_000,
}

export const PROVEN_CASH = {
  userId: '0199a5b0-7c1d-7e2f-8a3b-4c5d6e7f8091',
  amountFils: 30_000,
  entries: [
    {
      ...CASH_ENTRY,
      secret: 'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      leaf: PROVEN_ENTRY.leaf,
      proof: PROVEN_ENTRY.proof,
    },
  ],
}

export const REGISTER_DIFFERENCE = {
  differenceId: '0199a5b0-7c1d-7e2f-8a3b-4c5d6e7f8090',
  kind: 'register_difference',
  state: 'open',
  property: PROPERTY_REF,
  surplus: -3,
  holders: 1,
  blockNumber: 81_204_311,
  openedAt: '2026-11-22T21:00:00.000Z',
  version: 1,
}
