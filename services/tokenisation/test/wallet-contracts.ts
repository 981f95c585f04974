import { concat, numberToHex, size, type Address, type Hex } from 'viem'

/** PUSH1 length DUP1 PUSH1 9 PUSH0 CODECOPY PUSH0 RETURN: deploys what follows. */
const deploying = (runtime: Hex): Hex =>
  concat(['0x60', numberToHex(size(runtime), { size: 1 }), '0x8060095f395ff3', runtime])

/** Returns the value of ERC-1271 that accepts a signature. */
const ACCEPT: Hex = '0x631626ba7e60e01b5f5260205ff3'

/**
 * Returns the code of a wallet that accepts the signatures of one owner (ERC-1271): `ecrecover` of hash and signature from the
 * calldata, compared with the owner.
 */
export const ownedWallet = (owner: Address): Hex =>
  deploying(
    concat([
      ...(['0x6004355f52', '0x60a43560f81c602052', '0x60406064604037', '0x602060806080', '0x5f60015afa50'] as const),
      ...(['0x60805173', owner, '0x14604057', '0x5f5ffd', '0x5b', ACCEPT] as const),
    ]),
  )

/** The code of a wallet that accepts every signature of every message. */
export const credulousWallet = deploying(ACCEPT)

/** The code of a wallet that never ends, and of one that answers with 200 KB. */
export const endlessWallet = deploying('0x5b5f56')
export const talkativeWallet = deploying('0x62030d405ff3')
