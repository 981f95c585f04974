import { concat, numberToHex, pad, type Hex } from 'viem'

/**
 * A contract that counts its calls in slot 0 and logs the count. With data it counts only if the first word equals the
 * count; otherwise it reverts with the data.
 *
 *   CALLDATASIZE ISZERO PUSH1 14 JUMPI            no data: count
 *   PUSH0 CALLDATALOAD PUSH0 SLOAD EQ PUSH1 14 JUMPI   the first word is the count: count
 *   CALLDATASIZE PUSH0 PUSH0 CALLDATACOPY CALLDATASIZE PUSH0 REVERT
 *   14: JUMPDEST PUSH1 1 PUSH0 SLOAD ADD PUSH0 SSTORE
 *   PUSH0 SLOAD PUSH0 MSTORE PUSH1 20 PUSH0 LOG0 STOP
 */
const RUNTIME = '0x36156014575f355f541460145736' + '5f5f37365ffd' + '5b60015f54015f555f545f5260205fa000'
/** PUSH1 length DUP1 PUSH1 9 PUSH0 CODECOPY PUSH0 RETURN: deploys what follows. */
const INIT = '0x60258060095f395ff3'

export const counterCode: Hex = concat([INIT, RUNTIME as Hex])

/** Returns the data of a call that succeeds only while the count is `count`. */
export const onlyAt = (count: number): Hex => pad(numberToHex(count), { size: 32 })
