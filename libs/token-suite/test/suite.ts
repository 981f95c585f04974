import { type Address, encodeFunctionData, type Hex, keccak256, toHex } from 'viem'
import {
  claimPayload,
  deployedAddress,
  encodeDeployProperty,
  isStepDone,
  KYC_TOPIC,
  planSuite,
  propertyTokenAbi,
  type PropertySettings,
  type RoleName,
  suiteFactoryAbi,
  type SuiteParameters,
} from '../src/index.js'
import { accountOf, type Chain } from './anvil.js'

export const UAE = 784
export const FRANCE = 250

/** One account per key of the platform. */
export const keys = {
  admin: accountOf(1),
  minter: accountOf(2),
  titleRecorder: accountOf(3),
  enforcer: accountOf(4),
  pauser: accountOf(5),
  registrar: accountOf(6),
  deployer: accountOf(7),
  anchor: accountOf(8),
  custodian: accountOf(9),
  claimManager: accountOf(10),
  claimSigner: accountOf(11),
  upgrader: accountOf(12),
  stranger: accountOf(13),
}

export const saltOf = (text: string): Hex => keccak256(toHex(text))

const roles: Partial<Record<RoleName, readonly Address[]>> = {
  MINTER: [keys.minter.address],
  TITLE_RECORDER: [keys.titleRecorder.address],
  ENFORCER: [keys.enforcer.address],
  PAUSER: [keys.pauser.address],
  REGISTRAR: [keys.registrar.address],
  PROPERTY_DEPLOYER: [keys.deployer.address],
  ANCHOR: [keys.anchor.address],
  CUSTODIAN: [keys.custodian.address],
}

export const parameters: SuiteParameters = {
  salt: saltOf('suite'),
  admin: keys.admin.address,
  adminDelay: 172_800,
  roles,
  claimManager: keys.claimManager.address,
  claimSigner: keys.claimSigner.address,
  claimTopic: KYC_TOPIC,
  upgraders: [keys.upgrader.address],
  upgradeDelay: 259_200n,
}

/** Submits the steps that are not done, in order, and returns the plan and the gas used. */
export async function deploySuite(chain: Chain, using: SuiteParameters = parameters) {
  const plan = planSuite(using)
  let gasUsed = 0n
  let submitted = 0
  for (const step of plan.steps) {
    if (await isStepDone(chain.client, step)) continue
    const sender = step.sender === 'admin' ? keys.admin : keys.stranger
    gasUsed += (await chain.send(sender, step)).gasUsed
    submitted += 1
  }
  return { plan, gasUsed, submitted }
}

export type Plan = ReturnType<typeof planSuite>

/** Returns the wallet of a custodial investor, which is the identity of this number. */
export const identityOf = ({ addresses }: Plan, number: number): Address =>
  deployedAddress({
    factory: addresses.factory,
    beacon: addresses.identityBeacon,
    salt: saltOf(`investor ${number}`),
  })

const evidence = saltOf('evidence')

/** Encodes the onboarding of investors by their numbers. */
export async function encodeOnboard(plan: Plan, numbers: readonly number[], country = UAE): Promise<Hex> {
  const investors = await Promise.all(
    numbers.map(async (number) => {
      const raw = claimPayload({ identity: identityOf(plan, number), topic: KYC_TOPIC, data: evidence })
      const signature = await keys.claimSigner.signMessage({ message: { raw } })
      return { salt: saltOf(`investor ${number}`), country, signature, data: evidence }
    }),
  )
  const args = [KYC_TOPIC, plan.addresses.claimIssuer, investors] as const
  return encodeFunctionData({ abi: suiteFactoryAbi, functionName: 'onboard', args })
}

const marina: PropertySettings = {
  salt: saltOf('marina'),
  name: 'Marina One',
  symbol: 'MAR1',
  cap: 100_000n,
  countries: [UAE, FRANCE],
  maxBalance: 1_000n,
  maxHolders: 10_000n,
  lockedUntil: 0n,
}

/** Deploys a property, records its title and returns its addresses. */
export async function deployProperty(chain: Chain, plan: Plan, settings: Partial<PropertySettings> = {}) {
  const property = { ...marina, ...settings }
  const { factory, propertyTokenBeacon, modularComplianceBeacon } = plan.addresses
  const { gasUsed } = await chain.send(keys.deployer, {
    to: factory,
    data: encodeDeployProperty(plan.addresses, property),
  })
  const { salt, cap } = property
  const token = deployedAddress({ factory, beacon: propertyTokenBeacon, salt })
  const compliance = deployedAddress({ factory, beacon: modularComplianceBeacon, salt })
  return { token, compliance, cap, gasUsed }
}

export const recordTitle = (chain: Chain, token: Address) => {
  const data = encodeFunctionData({ abi: propertyTokenAbi, functionName: 'recordTitle', args: [saltOf('deed')] })
  return chain.send(keys.titleRecorder, { to: token, data })
}

/** Encodes allotments of one amount to these wallets. */
export function encodeAllotments(firstSequence: bigint, to: readonly Address[], amount = 1n): Hex {
  const args = [firstSequence, saltOf('plan'), to, to.map(() => amount)] as const
  return encodeFunctionData({ abi: propertyTokenAbi, functionName: 'mintAllotments', args })
}
