import type { Address, Hash, Hex } from 'viem'
import * as z from 'zod/mini'

const HEX_WORDS = 'hexadecimal'
/** Longer text can't be a number below 2^256. */
const quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i, HEX_WORDS))

export const Quantity = z.pipe(
  quantity,
  z.transform((text) => BigInt(text)),
)
/** A number that JavaScript can hold exactly: of a block, a nonce, a time. */
export const SmallQuantity = z.pipe(
  quantity.check(z.refine((text) => BigInt(text) <= BigInt(Number.MAX_SAFE_INTEGER))),
  z.transform((text) => Number(text)),
)
const lower = <T extends string>(pattern: RegExp) =>
  z.pipe(
    z.string().check(z.regex(pattern, HEX_WORDS)),
    z.transform((text) => text.toLowerCase() as T),
  )
export const HashShape = lower<Hash>(/^0x[0-9a-f]{64}$/i)
export const AddressShape = lower<Address>(/^0x[0-9a-f]{40}$/i)
export const DataShape = lower<Hex>(/^0x([0-9a-f]{2})*$/i)

/** A block without its transactions' content. Numbers of blocks are plain numbers, times are seconds since 1970. */
export const BlockShape = z.object({
  number: SmallQuantity,
  hash: HashShape,
  parentHash: HashShape,
  timestamp: SmallQuantity,
  gasLimit: Quantity,
  baseFeePerGas: Quantity,
  transactions: z.array(HashShape),
})
export type Block = z.output<typeof BlockShape>

/** The first block only: older chains began it without a base fee. */
export const GenesisShape = z.object({ number: SmallQuantity, hash: HashShape })

export const LogShape = z.object({
  address: AddressShape,
  topics: z.array(HashShape).check(z.maxLength(4)),
  data: DataShape,
  blockNumber: SmallQuantity,
  blockHash: HashShape,
  transactionHash: HashShape,
  logIndex: SmallQuantity,
  removed: z.optional(z.boolean()),
})
export type Log = z.output<typeof LogShape>

export const ReceiptShape = z.object({
  transactionHash: HashShape,
  blockHash: HashShape,
  blockNumber: SmallQuantity,
  from: AddressShape,
  to: z.nullable(AddressShape),
  contractAddress: z.optional(z.nullable(AddressShape)),
  status: z.pipe(
    z.enum(['0x0', '0x1']),
    z.transform((status) => status === '0x1'),
  ),
  gasUsed: Quantity,
  logs: z.array(LogShape),
})
export type Receipt = z.output<typeof ReceiptShape>
