import { type Address, concatHex, encodeAbiParameters, getCreate2Address, type Hex } from 'viem'
import { beaconProxyBytecode } from './generated/index.gen.js'

/** Returns the creation code of a beacon proxy, which calls `data` once if it isn't empty. */
export const beaconProxyInitCode = (beacon: Address, data: Hex = '0x'): Hex =>
  concatHex([beaconProxyBytecode, encodeAbiParameters([{ type: 'address' }, { type: 'bytes' }], [beacon, data])])

/**
 * Returns the address at which the factory deploys an identity, a token or a compliance contract.
 * @param beacon the factory's beacon for that kind of contract
 * @param salt 32 bytes; random for an identity, so that its address reveals nothing
 */
export const deployedAddress = ({ factory, beacon, salt }: { factory: Address; beacon: Address; salt: Hex }): Address =>
  getCreate2Address({ from: factory, salt, bytecode: beaconProxyInitCode(beacon) })
