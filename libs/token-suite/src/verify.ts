import { type Abi, type Address, type Hex, isAddressEqual, keccak256, type PublicClient, zeroAddress } from 'viem'
import * as generated from './generated/index.gen.js'
import { keyOf } from './claims.js'
import { type DeploymentStep, type SuitePlan } from './plan.js'
import { type RoleName, ROLES } from './roles.js'

/** One difference between a chain and the plan. */
export interface Difference {
  /** Name of the contract in the plan. */
  contract: string
  what: string
  expected: string
  actual: string
}

type Reader = Pick<PublicClient, 'getCode' | 'call' | 'readContract'>
interface Check {
  contract: string
  what: string
  expected: string
  actual: Promise<string>
}

const CREATE_GAS = 16_000_000n
const NONE = '(none)'
const sorted = (values: readonly unknown[]) =>
  values
    .map((value) => String(value).toLowerCase())
    .sort()
    .join(' ') || NONE

/**
 * Compares a deployed suite with its plan: code, owners, roles and settings.
 * @returns an empty list if nothing differs
 * @throws the client's errors if the chain can't be reached
 */
export async function verifySuite(client: Reader, plan: SuitePlan): Promise<Difference[]> {
  const code = await Promise.all(plan.steps.map((step) => differentCode(client, step)))
  const differences = code.filter((difference) => difference !== undefined)
  // Settings of missing or different code mean nothing.
  if (differences.length > 0) return differences
  const checks = [...roleChecks(client, plan), ...ownerChecks(client, plan), ...settingChecks(client, plan)]
  const found = await Promise.all(
    checks.map(async ({ actual, ...check }): Promise<Difference> => ({ ...check, actual: await actual })),
  )
  return found.filter(({ expected, actual }) => expected.toLowerCase() !== actual.toLowerCase())
}

/** Compares the code of a contract with what its creation code returns on this chain, immutables included. */
async function differentCode(client: Reader, step: DeploymentStep): Promise<Difference | undefined> {
  if (!step.creates || !step.initCode) return undefined
  const actual = await client.getCode({ address: step.creates })
  const difference = { contract: step.name, what: 'code' }
  if (!actual) return { ...difference, expected: 'code', actual: NONE }
  const { data = '0x' } = await client.call({ data: step.initCode, gas: CREATE_GAS })
  if (data === actual) return undefined
  return { ...difference, expected: keccak256(data), actual: keccak256(actual) }
}

/** Reads one value; several results are joined. */
async function read(client: Reader, address: Address, abi: Abi, functionName: string, args: unknown[] = []) {
  const result = await client.readContract({ address, abi, functionName, args })
  return Array.isArray(result) ? sorted(result) : String(result)
}

function roleChecks(client: Reader, { parameters, addresses }: SuitePlan): Check[] {
  return (Object.keys(ROLES) as RoleName[]).map((name) => ({
    contract: 'authority',
    what: `members of ${name}`,
    expected: sorted([...(parameters.roles[name] ?? []), ...(name === 'REGISTRAR' ? [addresses.factory] : [])]),
    actual: read(client, addresses.authority, generated.authorityAbi, 'getRoleMembers', [ROLES[name]]),
  }))
}

function ownerChecks(client: Reader, { parameters, addresses }: SuitePlan): Check[] {
  const governed = [
    'claimTopicsRegistry',
    'trustedIssuersRegistry',
    'identityRegistry',
    'identityRegistryStorage',
    'custodian',
    'factory',
    'anchor',
  ] as const
  const owned = governed.flatMap((contract): Check[] => {
    const value = (name: string) => read(client, addresses[contract], generated.custodianAbi, name)
    return [
      { contract, what: 'owner', expected: parameters.admin, actual: value('owner') },
      { contract, what: 'proposed owner', expected: zeroAddress, actual: value('pendingOwner') },
      { contract, what: 'authority', expected: addresses.authority, actual: value('authority') },
      { contract, what: 'number of agents', expected: '0', actual: value('agentCount') },
    ]
  })
  const beacons = (
    ['identity', 'propertyToken', 'modularCompliance', 'identityRegistry', 'identityRegistryStorage'] as const
  ).flatMap((name): Check[] => {
    const contract = `${name}Beacon` as const
    const value = (what: string) => read(client, addresses[contract], generated.upgradeableBeaconAbi, what)
    return [
      { contract, what: 'owner', expected: addresses.timelock, actual: value('owner') },
      {
        contract,
        what: 'implementation',
        expected: addresses[`${name}Implementation`],
        actual: value('implementation'),
      },
    ]
  })
  return [...owned, ...beacons]
}

function settingChecks(client: Reader, plan: SuitePlan): Check[] {
  const { parameters, addresses: at } = plan
  const check = (contract: keyof typeof at, abi: Abi, expected: string, name: string, args: unknown[] = []): Check => {
    const what = args.length > 0 ? `${name}(${args.join(', ')})` : name
    return { contract, what, expected, actual: read(client, at[contract], abi, name, args) }
  }
  const topic = parameters.claimTopic
  const [issuers, registry, claims] = [
    generated.trustedIssuersRegistryAbi,
    generated.identityRegistryAbi,
    generated.claimIssuerAbi,
  ]
  return [
    check('authority', generated.authorityAbi, parameters.admin, 'defaultAdmin'),
    check('authority', generated.authorityAbi, sorted([zeroAddress, 0]), 'pendingDefaultAdmin'),
    check('authority', generated.authorityAbi, String(parameters.adminDelay), 'defaultAdminDelay'),
    check('timelock', generated.timelockControllerAbi, String(parameters.upgradeDelay), 'getMinDelay'),
    check('claimTopicsRegistry', generated.claimTopicsRegistryAbi, sorted([topic]), 'getClaimTopics'),
    check('trustedIssuersRegistry', issuers, sorted([at.claimIssuer]), 'getTrustedIssuers'),
    check('trustedIssuersRegistry', issuers, sorted([topic]), 'getTrustedIssuerClaimTopics', [at.claimIssuer]),
    check('identityRegistry', registry, at.identityRegistryStorage, 'identityStorage'),
    check('identityRegistry', registry, at.claimTopicsRegistry, 'topicsRegistry'),
    check('identityRegistry', registry, at.trustedIssuersRegistry, 'issuersRegistry'),
    check(
      'identityRegistryStorage',
      generated.identityRegistryStorageAbi,
      sorted([at.identityRegistry]),
      'linkedIdentityRegistries',
    ),
    check('claimIssuer', claims, sorted([keyOf(parameters.claimManager)]), 'getKeysByPurpose', [1n]),
    check('claimIssuer', claims, sorted([keyOf(parameters.claimSigner)]), 'getKeysByPurpose', [3n]),
    ...parameters.upgraders.flatMap((account) =>
      ['PROPOSER_ROLE', 'EXECUTOR_ROLE', 'CANCELLER_ROLE'].map((role): Check => {
        return {
          contract: 'timelock',
          what: `${role} of ${account}`,
          expected: 'true',
          actual: hasTimelockRole(client, at.timelock, role, account),
        }
      }),
    ),
  ]
}

async function hasTimelockRole(client: Reader, timelock: Address, role: string, account: Address): Promise<string> {
  const abi: Abi = generated.timelockControllerAbi
  const id = (await client.readContract({ address: timelock, abi, functionName: role })) as Hex
  return read(client, timelock, abi, 'hasRole', [id, account])
}

/** Returns whether a token or compliance contract of the factory uses the suite's current code and settings. */
export async function verifyProperty(
  client: Reader,
  plan: SuitePlan,
  expected: { token: Address; compliance: Address; cap: bigint },
): Promise<Difference[]> {
  const { addresses, parameters } = plan
  const { token, compliance } = expected
  const [tokenAbi, complianceAbi] = [generated.propertyTokenAbi, generated.modularComplianceAbi]
  const modules = [
    addresses.countryModule,
    addresses.balanceCapModule,
    addresses.holderCountModule,
    addresses.lockUpModule,
  ]
  const rows: [contract: string, address: Address, abi: Abi, name: string, expected: string][] = [
    ['token', token, tokenAbi, 'authority', addresses.authority],
    ['token', token, tokenAbi, 'owner', parameters.admin],
    ['token', token, tokenAbi, 'agentCount', '0'],
    ['token', token, tokenAbi, 'identityRegistry', addresses.identityRegistry],
    ['token', token, tokenAbi, 'compliance', compliance],
    ['token', token, tokenAbi, 'cap', String(expected.cap)],
    ['compliance', compliance, complianceAbi, 'authority', addresses.authority],
    ['compliance', compliance, complianceAbi, 'owner', parameters.admin],
    ['compliance', compliance, complianceAbi, 'getTokenBound', token],
    ['compliance', compliance, complianceAbi, 'getModules', sorted(modules)],
  ]
  const found = await Promise.all(
    rows.map(async ([contract, address, abi, what, value]): Promise<Difference> => {
      return { contract, what, expected: value, actual: await read(client, address, abi, what) }
    }),
  )
  return found.filter((row) => row.expected.toLowerCase() !== row.actual.toLowerCase())
}

/** Returns whether a step has been done on this chain, so that it isn't submitted again. */
export async function isStepDone(client: Reader, { creates, done }: DeploymentStep): Promise<boolean> {
  if (creates) return Boolean(await client.getCode({ address: creates }))
  if (!done || isAddressEqual(done.to, zeroAddress)) return false
  const code = await client.getCode({ address: done.to })
  if (!code) return false
  const { data } = await client.call({ to: done.to, data: done.data })
  return data === done.equals
}
