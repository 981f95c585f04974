import { addresses, CommonSettings, setting } from '@hissa/kernel'
import { getAddress, isAddress, parseEther, parseGwei, type Address, type Hex } from 'viem'
import * as z from 'zod/mini'
import { CHAINS, LOCAL_CHAIN_ID } from './chains.js'
import { ROLES, type Role } from './roles.js'

const CHAIN_WORDS = `one of ${Object.keys(CHAINS).join(', ')}`
const KEY_WORDS = 'a secp256k1 key: 32 bytes in base64, or in hexadecimal with 0x'
const ADMIN_WORDS = 'an address on the chain: 0x and 40 hexadecimal digits'
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Returns the bytes of a key as hexadecimal, or null for text that is no key. */
function keyOf(text: string): Hex | null {
  const hex = /^0x[0-9a-fA-F]{64}$/.test(text) ? text.slice(2) : Buffer.from(text, 'base64').toString('hex')
  if (hex.length !== 64) return null
  const value = BigInt(`0x${hex}`)
  return value > 0n && value < ORDER ? `0x${hex.toLowerCase()}` : null
}

const privateKey = z.pipe(
  z.string({ error: KEY_WORDS }).check(z.refine((text) => keyOf(text) !== null, { error: KEY_WORDS })),
  z.transform((text) => keyOf(text) as Hex),
)
const adminAddress = z.pipe(
  z.string({ error: ADMIN_WORDS }).check(z.refine((text) => isAddress(text), { error: ADMIN_WORDS })),
  z.transform((text): Address => getAddress(text)),
)
const positive = (words: string) =>
  z.optional(z.coerce.number({ error: words }).check(z.refine((value) => value > 0 && value < 1e9, { error: words })))

const localKey = (role: Role) =>
  setting(
    z.optional(privateKey),
    `The key of the role ${role} on the chain: 32 bytes. Only with LOCAL_MODE; elsewhere keys stay in KMS.`,
    { secret: 'chain key' },
  )
const kmsKey = (role: Role) =>
  setting(
    z.optional(z.string().check(z.minLength(1), z.maxLength(2_048))),
    `The key of the role ${role} in AWS KMS: id, ARN or alias.`,
  )

/** Settings of everything that reads or writes the chain. Spread into the service's own. */
export const ChainSettingShapes = {
  LOCAL_MODE: CommonSettings.LOCAL_MODE,
  DEADLINE_FACTOR: CommonSettings.DEADLINE_FACTOR,
  CHAIN_RPC_URL: setting(
    addresses.web('https://user:password@rpc.example'),
    'JSON-RPC address of the node. It may contain a key, so it is never logged.',
    { secret: 'credential' },
  ),
  CHAIN_ID: setting(
    z.coerce.number({ error: CHAIN_WORDS }).check(z.refine((id) => id in CHAINS, { error: CHAIN_WORDS })),
    `The chain of this deployment: ${CHAIN_WORDS}. ${LOCAL_CHAIN_ID} only with LOCAL_MODE.`,
  ),
  CHAIN_CONFIRMATIONS: setting(
    z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000))),
    'Blocks on top of a transaction’s block from which on it counts as confirmed; on a public chain no fewer than the default.',
    { defaultWords: 'by chain: 96 (Ethereum), 128 (Polygon), 900 (OP, Base), 7200 (Arbitrum), 3 (local)' },
  ),
  CHAIN_MAX_FEE_GWEI: setting(
    positive('a number of gwei'),
    'The most that one unit of gas may cost, in gwei. Above it transactions wait, and an alarm is logged.',
    { defaultWords: 'by chain: 100 (Ethereum, local), 1000 (Polygon), 5 (others)' },
  ),
  CHAIN_MAX_TIP_GWEI: setting(positive('a number of gwei'), 'The most of it that is paid as a tip, in gwei.', {
    defaultWords: 'by chain: 5 (Ethereum, local), 200 (Polygon), 1 (others)',
  }),
  CHAIN_LOW_BALANCE: setting(
    positive('an amount of the chain’s currency'),
    'Balance of a signer, in the chain’s currency, below which an alert fires.',
    { defaultWords: 'by chain: 0.1 (Ethereum, local), 20 (Polygon), 0.02 (others)' },
  ),
  CHAIN_ADMIN: setting(
    z.optional(adminAddress),
    'The address that owns the contracts: it grants roles, upgrades, and manages claim keys. A multisignature wallet or a timelock, whose keys this service does not have. Required without LOCAL_MODE.',
    { defaultWords: 'with LOCAL_MODE the deployer' },
  ),
  CHAIN_KMS_REGION: setting(z.optional(z.string()), 'The region of the keys in AWS KMS.', {
    defaultWords: 'the region of the AWS environment',
  }),
  CHAIN_KMS_ENDPOINT: setting(
    z.optional(addresses.web('https://kms.eu-central-1.amazonaws.com')),
    'Another address that speaks the protocol of AWS KMS, such as a private endpoint.',
  ),
  CHAIN_KMS_KEY_DEPLOYER: kmsKey('deployer'),
  CHAIN_KMS_KEY_MINTER: kmsKey('minter'),
  CHAIN_KMS_KEY_ENFORCER: kmsKey('enforcer'),
  CHAIN_KMS_KEY_REGISTRAR: kmsKey('registrar'),
  CHAIN_KMS_KEY_TITLER: kmsKey('titler'),
  CHAIN_KMS_KEY_ANCHOR: kmsKey('anchor'),
  CHAIN_KMS_KEY_VERIFIER: kmsKey('verifier'),
  CHAIN_KEY_DEPLOYER: localKey('deployer'),
  CHAIN_KEY_MINTER: localKey('minter'),
  CHAIN_KEY_ENFORCER: localKey('enforcer'),
  CHAIN_KEY_REGISTRAR: localKey('registrar'),
  CHAIN_KEY_TITLER: localKey('titler'),
  CHAIN_KEY_ANCHOR: localKey('anchor'),
  CHAIN_KEY_VERIFIER: localKey('verifier'),
}
export type ChainConfig = z.output<z.ZodMiniObject<typeof ChainSettingShapes>>

type Fault = [name: string, words: string]

const localNameOf = (role: Role) => `CHAIN_KEY_${role.toUpperCase()}` as 'CHAIN_KEY_MINTER'
const kmsNameOf = (role: Role) => `CHAIN_KMS_KEY_${role.toUpperCase()}` as 'CHAIN_KMS_KEY_MINTER'

/** The key of a role: in KMS, or on a single machine its bytes. */
export type RoleKey = { kms: string } | { local: Hex }

/** Returns the key of a role. The config guarantees that it is set. */
export function roleKeyOf(config: ChainConfig, role: Role): RoleKey {
  const kms = config[kmsNameOf(role)]
  return kms === undefined ? { local: config[localNameOf(role)] as Hex } : { kms }
}

const isLocalChain = ({ CHAIN_ID }: ChainConfig) => CHAIN_ID === LOCAL_CHAIN_ID

/** Returns what contradicts itself in the settings, as names and words that complete "<name> must be …". */
export function faultsOfChain(config: ChainConfig): Fault[] {
  const isLocal = config.LOCAL_MODE === '1'
  const faults: Fault[] = []
  if (isLocalChain(config) && !isLocal)
    faults.push(['CHAIN_ID', `a public chain, because ${LOCAL_CHAIN_ID} is only accepted with LOCAL_MODE`])
  // An unknown chain is a separate fault.
  const profile = isLocalChain(config) ? undefined : CHAINS[config.CHAIN_ID]
  if (profile && config.CHAIN_CONFIRMATIONS !== undefined && config.CHAIN_CONFIRMATIONS < profile.confirmations)
    faults.push(['CHAIN_CONFIRMATIONS', `at least ${profile.confirmations} on ${profile.name}`])
  if (config.CHAIN_ADMIN === undefined && !isLocal) faults.push(['CHAIN_ADMIN', 'set'])
  const seen = new Set<string>()
  for (const role of ROLES) {
    const [local, kms] = [config[localNameOf(role)], config[kmsNameOf(role)]]
    if (local !== undefined && !isLocal) faults.push([localNameOf(role), 'unset without LOCAL_MODE: use KMS'])
    if (local === undefined && kms === undefined) faults.push([isLocal ? localNameOf(role) : kmsNameOf(role), 'set'])
    if (local !== undefined && kms !== undefined) faults.push([localNameOf(role), `unset beside ${kmsNameOf(role)}`])
    const key = kms ?? local
    if (key !== undefined && seen.has(key))
      faults.push([kms === undefined ? localNameOf(role) : kmsNameOf(role), 'a key that no other role has'])
    if (key !== undefined) seen.add(key)
  }
  return faults
}

/** Reports the contradictions of `faultsOfChain`; for the schema that contains `ChainSettingShapes`. */
export const isConsistentChain = z.check<ChainConfig>(({ value, issues }) => {
  for (const [name, message] of faultsOfChain(value))
    issues.push({ code: 'custom', input: value[name as keyof ChainConfig], path: [name], message })
})

/** The settings of the chain with the defaults of its profile; amounts in wei. */
export interface ChainLimits {
  chainId: number
  confirmations: number
  /** Blocks below the head in which a settled transaction is still watched for reorganisations. */
  watchedBlocks: number
  pollMs: number
  maxFeePerGas: bigint
  maxTipPerGas: bigint
  lowBalance: bigint
}

/** A reorganisation deeper than the confirmations by up to this many blocks is noticed and undone. */
const WATCHED_BEYOND = 64

/** Returns the limits of the configured chain. */
export function limitsOf(config: ChainConfig): ChainLimits {
  const profile = CHAINS[config.CHAIN_ID]!
  const confirmations = config.CHAIN_CONFIRMATIONS ?? profile.confirmations
  return {
    chainId: config.CHAIN_ID,
    confirmations,
    watchedBlocks: confirmations + WATCHED_BEYOND,
    pollMs: profile.pollMs,
    maxFeePerGas: parseGwei(String(config.CHAIN_MAX_FEE_GWEI ?? profile.maxFeeGwei)),
    maxTipPerGas: parseGwei(String(config.CHAIN_MAX_TIP_GWEI ?? profile.maxTipGwei)),
    lowBalance: parseEther(String(config.CHAIN_LOW_BALANCE ?? profile.lowBalance)),
  }
}
