import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  getCreate2Address,
  type Hex,
  zeroAddress,
} from 'viem'
import { beaconProxyInitCode } from './addresses.js'
import * as generated from './generated/index.gen.js'
import { type RoleName, ROLES } from './roles.js'

/** The deterministic deployment proxy, which exists on public chains and on anvil. */
export const CREATE2_DEPLOYER: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

export interface SuiteParameters {
  /** 32 bytes that determine all addresses of the suite, with the other parameters. */
  salt: Hex
  create2Deployer?: Address
  /** Owner of every contract and admin of every role. */
  admin: Address
  /** Seconds between proposing and accepting a new admin. */
  adminDelay: number
  /** Accounts of each role at deployment. `DIRECT_MINTER` normally has none. */
  roles: Partial<Record<RoleName, readonly Address[]>>
  /** Manages the keys of the claim issuer and revokes claims. */
  claimManager: Address
  /** Signs claims. */
  claimSigner: Address
  /** Topic of the claim that every holder needs. */
  claimTopic: bigint
  /** Accounts that propose and execute upgrades, and the seconds between the two. */
  upgraders: readonly Address[]
  upgradeDelay: bigint
}

const PROXIED = [
  'identity',
  'propertyToken',
  'modularCompliance',
  'identityRegistry',
  'identityRegistryStorage',
] as const
const MODULES = ['countryModule', 'balanceCapModule', 'holderCountModule', 'lockUpModule'] as const

type Proxied = (typeof PROXIED)[number]
type Single =
  | (typeof MODULES)[number]
  | 'authority'
  | 'timelock'
  | 'claimIssuer'
  | 'claimTopicsRegistry'
  | 'trustedIssuersRegistry'
  | 'identityRegistry'
  | 'identityRegistryStorage'
  | 'custodian'
  | 'factory'
  | 'anchor'

/** Addresses of the suite. `identityRegistry` and `identityRegistryStorage` are the proxies that everyone uses. */
export type SuiteAddresses = Record<Single | `${Proxied}Implementation` | `${Proxied}Beacon`, Address>

/** One transaction. It is done when `creates` has code, or when the call in `done` returns `equals`. */
export interface DeploymentStep {
  name: string
  /** Who must send it. */
  sender: 'anyone' | 'admin'
  to: Address
  data: Hex
  creates?: Address
  /** Creation code of the contract, without the deployer's salt. */
  initCode?: Hex
  done?: { to: Address; data: Hex; equals: Hex }
}

export interface SuitePlan {
  parameters: SuiteParameters
  addresses: SuiteAddresses
  /** In the order in which they must be mined. Each can be repeated: a second submission reverts or changes nothing. */
  steps: DeploymentStep[]
}

/** Returns the addresses and transactions of a new suite, computed from the parameters alone. */
export function planSuite(parameters: SuiteParameters): SuitePlan {
  const addresses: Partial<SuiteAddresses> = {}
  const steps: DeploymentStep[] = []
  const to = parameters.create2Deployer ?? CREATE2_DEPLOYER
  const create = (name: keyof SuiteAddresses, initCode: Hex) => {
    const creates = getCreate2Address({ from: to, salt: parameters.salt, bytecode: initCode })
    addresses[name] = creates
    steps.push({ name, sender: 'anyone', to, data: concatHex([parameters.salt, initCode]), creates, initCode })
    return creates
  }
  const { authority, timelock } = createAccess(parameters, create)
  const beacons = createBeacons(timelock, create)
  for (const module of MODULES) create(module, generated[`${module}Bytecode`])
  const registries = createRegistries(parameters, { authority, beacons }, create)
  const factory = createOperations(authority, { beacons, registry: registries.registry }, create)
  return {
    parameters,
    addresses: addresses as SuiteAddresses,
    steps: [...steps, ...settings(authority, factory, registries)],
  }
}

type Create = (name: keyof SuiteAddresses, initCode: Hex) => Address

function createAccess(parameters: SuiteParameters, create: Create) {
  const grants = (Object.keys(ROLES) as RoleName[]).flatMap((name) =>
    (parameters.roles[name] ?? []).map((account) => ({ role: ROLES[name], account })),
  )
  const authority = create(
    'authority',
    encodeDeployData({
      abi: generated.authorityAbi,
      bytecode: generated.authorityBytecode,
      args: [
        parameters.adminDelay,
        parameters.admin,
        grants.map(({ role }) => role),
        grants.map(({ account }) => account),
      ],
    }),
  )
  const timelock = create(
    'timelock',
    encodeDeployData({
      abi: generated.timelockControllerAbi,
      bytecode: generated.timelockControllerBytecode,
      args: [parameters.upgradeDelay, parameters.upgraders, parameters.upgraders, zeroAddress],
    }),
  )
  return { authority, timelock }
}

/** Deploys each upgradeable contract and the beacon that proxies ask for it. */
function createBeacons(timelock: Address, create: Create): Record<Proxied, Address> {
  const beacons = PROXIED.map((name) => {
    const implementation = create(`${name}Implementation`, generated[`${name}Bytecode`])
    const beacon = encodeDeployData({
      abi: generated.upgradeableBeaconAbi,
      bytecode: generated.upgradeableBeaconBytecode,
      args: [implementation, timelock],
    })
    return [name, create(`${name}Beacon`, beacon)] as const
  })
  return Object.fromEntries(beacons) as Record<Proxied, Address>
}

interface Shared {
  authority: Address
  beacons: Record<Proxied, Address>
}

function createRegistries(parameters: SuiteParameters, { authority, beacons }: Shared, create: Create) {
  const { claimManager, claimSigner, claimTopic } = parameters
  const issuer = create(
    'claimIssuer',
    encodeDeployData({
      abi: generated.claimIssuerAbi,
      bytecode: generated.claimIssuerBytecode,
      args: [claimManager, claimSigner],
    }),
  )
  const topics = create(
    'claimTopicsRegistry',
    encodeDeployData({
      abi: generated.claimTopicsRegistryAbi,
      bytecode: generated.claimTopicsRegistryBytecode,
      args: [authority, [claimTopic]],
    }),
  )
  const issuers = create(
    'trustedIssuersRegistry',
    encodeDeployData({
      abi: generated.trustedIssuersRegistryAbi,
      bytecode: generated.trustedIssuersRegistryBytecode,
      args: [authority, [issuer], [claimTopic]],
    }),
  )
  const storageCall = encodeFunctionData({
    abi: generated.identityRegistryStorageAbi,
    functionName: 'initialize',
    args: [authority],
  })
  const storage = create('identityRegistryStorage', beaconProxyInitCode(beacons.identityRegistryStorage, storageCall))
  const registryCall = encodeFunctionData({
    abi: generated.identityRegistryAbi,
    functionName: 'initialize',
    args: [authority, storage, topics, issuers],
  })
  const registry = create('identityRegistry', beaconProxyInitCode(beacons.identityRegistry, registryCall))
  return { registry, storage }
}

/** Deploys what the platform's keys call, and returns the factory. */
function createOperations(
  authority: Address,
  { beacons, registry }: { beacons: Record<Proxied, Address>; registry: Address },
  create: Create,
): Address {
  const custodian = create(
    'custodian',
    encodeDeployData({ abi: generated.custodianAbi, bytecode: generated.custodianBytecode, args: [authority] }),
  )
  create(
    'anchor',
    encodeDeployData({
      abi: generated.registerAnchorAbi,
      bytecode: generated.registerAnchorBytecode,
      args: [authority],
    }),
  )
  return create(
    'factory',
    encodeDeployData({
      abi: generated.suiteFactoryAbi,
      bytecode: generated.suiteFactoryBytecode,
      args: [authority, registry, custodian, beacons.identity, beacons.propertyToken, beacons.modularCompliance],
    }),
  )
}

/** The two calls of the admin: contracts that need each other's addresses are connected last. */
function settings(
  authority: Address,
  factory: Address,
  { registry, storage }: { registry: Address; storage: Address },
): DeploymentStep[] {
  const yes = encodeAbiParameters([{ type: 'bool' }], [true])
  const [abi, storageAbi] = [generated.authorityAbi, generated.identityRegistryStorageAbi]
  const args = [ROLES.REGISTRAR, factory] as const
  return [
    {
      name: 'grantRegistrarToFactory',
      sender: 'admin',
      to: authority,
      data: encodeFunctionData({ abi, functionName: 'grantRole', args }),
      done: { to: authority, data: encodeFunctionData({ abi, functionName: 'hasRole', args }), equals: yes },
    },
    {
      name: 'bindIdentityRegistry',
      sender: 'admin',
      to: storage,
      data: encodeFunctionData({ abi: storageAbi, functionName: 'bindIdentityRegistry', args: [registry] }),
      done: {
        to: storage,
        data: encodeFunctionData({ abi: storageAbi, functionName: 'isAgent', args: [registry] }),
        equals: yes,
      },
    },
  ]
}
