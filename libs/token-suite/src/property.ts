import { type Address, encodeFunctionData, type Hex } from 'viem'
import {
  balanceCapModuleAbi,
  countryModuleAbi,
  holderCountModuleAbi,
  lockUpModuleAbi,
  suiteFactoryAbi,
} from './generated/index.gen.js'

/** What a property's token and compliance contract are deployed with. */
export interface PropertySettings {
  /** 32 bytes that determine the addresses; derive them from the id of the property. */
  salt: Hex
  name: string
  symbol: string
  /** Number of units of the property; the supply never exceeds it. */
  cap: bigint
  /** ISO 3166-1 numeric codes of the countries whose residents may receive shares. */
  countries: readonly number[]
  /** Most shares of one identity. */
  maxBalance: bigint
  /** Most wallets with shares. */
  maxHolders: bigint
  /** Time in seconds before which holders can't transfer; 0 for none. */
  lockedUntil: bigint
}

/** Addresses of the suite's modules. */
export interface ModuleAddresses {
  countryModule: Address
  balanceCapModule: Address
  holderCountModule: Address
  lockUpModule: Address
}

/** Encodes the factory's `deployProperty` with all four modules. */
export function encodeDeployProperty(modules: ModuleAddresses, property: PropertySettings): Hex {
  const { salt, name, symbol, cap } = property
  const settings: [Address, Hex][] = [
    [
      modules.countryModule,
      encodeFunctionData({ abi: countryModuleAbi, functionName: 'allowCountries', args: [property.countries] }),
    ],
    [
      modules.balanceCapModule,
      encodeFunctionData({ abi: balanceCapModuleAbi, functionName: 'setMaxBalance', args: [property.maxBalance] }),
    ],
    [
      modules.holderCountModule,
      encodeFunctionData({ abi: holderCountModuleAbi, functionName: 'setMaxHolders', args: [property.maxHolders] }),
    ],
    [
      modules.lockUpModule,
      encodeFunctionData({ abi: lockUpModuleAbi, functionName: 'setLockUp', args: [property.lockedUntil] }),
    ],
  ]
  const [addresses, calls] = [settings.map(([module]) => module), settings.map(([, call]) => call)]
  return encodeFunctionData({
    abi: suiteFactoryAbi,
    functionName: 'deployProperty',
    args: [{ salt, name, symbol, cap, modules: addresses, settings: calls }],
  })
}
