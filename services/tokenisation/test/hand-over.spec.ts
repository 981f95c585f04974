import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { Running } from '@hissa/kernel'
import { authorityAbi, claimIssuerAbi, keyOf, timelockControllerAbi } from '@hissa/token-suite'
import { createWalletClient, encodeFunctionData, http, keccak256, toBytes, type Address, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { boot } from '../src/boot.js'
import { ROLES } from '../src/chain/roles.js'
import type { HandOverResult, HandOverRun } from '../src/suite/run-hand-over.js'
import { KmsServer } from './chain/kms-server.js'
import { Tokenisation } from './harness.js'
import { accountOf, keyOf as keyOfRole } from './role-keys.js'

const ADMIN = privateKeyToAccount(`0x${'5'.repeat(64)}`)
const DEPLOYER = accountOf('deployer').address
const ADMIN_DELAY_S = 86_401
const UPGRADE_DELAY_S = 172_801

let service: Tokenisation
let kms: KmsServer
let started: Running | undefined

beforeEach(async () => {
  service = await Tokenisation.start()
  // The client of KMS takes its credentials from the environment.
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'AKIDTEST', AWS_SECRET_ACCESS_KEY: 'secret-of-test' })
  kms = await KmsServer.start()
  kms.key = { ...kms.key, ...(await spkiOf()) }
})
afterEach(async () => {
  await started?.drain()
  started = undefined
  await kms.stop()
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) delete process.env[name]
  await service.stop()
})

/** The key of the deployer, as KMS holds it. */
async function spkiOf() {
  const { publicKey } = accountOf('deployer')
  const header = Buffer.from('3056301006072a8648ce3d020106052b8104000a034200', 'hex')
  const spki = Buffer.concat([header, Buffer.from(publicKey.slice(2), 'hex')])
  return { privateKey: keyOfRole('deployer'), address: DEPLOYER.toLowerCase() as Address, spki }
}

const addresses = async () => (await service.rows('suite').findOne({ _id: 'suite' }))!['addresses']

/** Runs the hand-over once. Returns what it printed, and whether nothing is left. */
async function handOver(): Promise<{ lines: string[]; isDone: boolean }> {
  const lines: string[] = []
  let end: HandOverRun['end'] = () => undefined
  const ended = new Promise<HandOverResult>((resolve) => (end = resolve))
  const running = await service.bootWith({
    settings: { CHAIN_ADMIN: ADMIN.address },
    handOver: { say: (line) => void lines.push(line), end: (result) => end(result) },
  })
  try {
    const result = await ended
    if ('error' in result) throw result.error
    return { lines, isDone: result.isDone }
  } finally {
    await running.drain()
  }
}

async function acceptAsAdmin(): Promise<void> {
  const { client } = service.anvil
  await client.increaseTime({ seconds: ADMIN_DELAY_S })
  await client.setBalance({ address: ADMIN.address, value: 10n ** 20n })
  const data = encodeFunctionData({ abi: authorityAbi, functionName: 'acceptDefaultAdminTransfer' })
  await sendAsAdmin((await addresses()).authority, data)
}

async function sendAsAdmin(to: Address, data: Hex): Promise<void> {
  const { client, url } = service.anvil
  const wallet = createWalletClient({ account: ADMIN, chain: foundry, transport: http(url) })
  const hash = await wallet.sendTransaction({ to, data, gas: 1_000_000n })
  await client.waitForTransactionReceipt({ hash })
}

/** Returns who has the three rights, read from the chain itself. */
async function rightsOf(account: Address) {
  const { authority, timelock, claimIssuer } = await addresses()
  const { client } = service.anvil
  const hasRole = (name: string) =>
    client.readContract({
      ...{ address: timelock as Address, abi: timelockControllerAbi, functionName: 'hasRole' as const },
      args: [keccak256(toBytes(name)), account] as const,
    })
  const admin = await client.readContract({ address: authority, abi: authorityAbi, functionName: 'defaultAdmin' })
  return {
    admin: admin === account,
    upgrades: await Promise.all(['PROPOSER_ROLE', 'EXECUTOR_ROLE', 'CANCELLER_ROLE'].map(hasRole)),
    managesClaims: await client.readContract({
      ...{ address: claimIssuer, abi: claimIssuerAbi, functionName: 'keyHasPurpose' },
      args: [keyOf(account), 1n],
    }),
  }
}

/** The settings of a production deployment whose every key is the deployer's. */
function productionEnv(more: Record<string, string> = {}) {
  const { LOCAL_MODE: _local, ...env } = service.env
  const others = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('CHAIN_KEY_')))
  const keys = Object.fromEntries(ROLES.map((role) => [`CHAIN_KMS_KEY_${role.toUpperCase()}`, `alias/${role}`]))
  const aws = { CHAIN_KMS_ENDPOINT: kms.url, CHAIN_KMS_REGION: 'eu-central-1' }
  return { ...others, ...keys, ...aws, CHAIN_ID: '137', CHAIN_ADMIN: ADMIN.address, ...more }
}

describe('the hand-over of roles', () => {
  it('moves admin, upgrades and claims to the configured admin, and continues after each delay', async () => {
    const first = await handOver()
    expect(first.isDone).toBe(false)
    const deployer = DEPLOYER.toLowerCase()
    expect(first.lines).toContain(`  authority ADMIN: ${deployer} (key of deployer)`)
    expect(first.lines).toContain(`  timelock PROPOSER_ROLE: ${deployer} (key of deployer)`)
    expect(first.lines).toContain(`  claimIssuer MANAGEMENT: ${deployer} (key of deployer)`)
    expect(first.lines.join('\n')).toContain('ADMIN: waiting, CHAIN_ADMIN accepts it by acceptDefaultAdminTransfer')
    expect(await rightsOf(ADMIN.address)).toEqual({
      admin: false,
      upgrades: [false, false, false],
      managesClaims: false,
    })

    await acceptAsAdmin()
    const second = await handOver()
    expect(second.isDone).toBe(false)
    expect(second.lines.join('\n')).toContain('UPGRADER: waiting, scheduled in the timelock')
    expect(await rightsOf(ADMIN.address)).toEqual({ admin: true, upgrades: [false, false, false], managesClaims: true })

    await service.anvil.client.increaseTime({ seconds: UPGRADE_DELAY_S })
    await service.anvil.client.mine({ blocks: 1 })
    const third = await handOver()
    expect(third.isDone).toBe(true)
    expect(third.lines).toContain(`  timelock EXECUTOR_ROLE: ${ADMIN.address.toLowerCase()} (CHAIN_ADMIN)`)
    expect(await rightsOf(ADMIN.address)).toEqual({ admin: true, upgrades: [true, true, true], managesClaims: true })
    expect(await rightsOf(DEPLOYER)).toEqual({ admin: false, upgrades: [false, false, false], managesClaims: false })

    const count = await service.rows('chain_transactions').countDocuments({ kind: 'admin' })
    expect((await handOver()).isDone).toBe(true)
    expect(await service.rows('chain_transactions').countDocuments({ kind: 'admin' })).toBe(count)

    const verifier = accountOf('verifier').address
    const args = [keyOf(verifier), 1n, 1n] as const
    await sendAsAdmin(
      (await addresses()).claimIssuer,
      encodeFunctionData({ abi: claimIssuerAbi, functionName: 'addKey', args }),
    )
    const again = await handOver()
    expect(again.isDone).toBe(false)
    const words = `CLAIM_MANAGER: waiting, CHAIN_ADMIN has to take it from ${verifier.toLowerCase()}`
    expect(again.lines.join('\n')).toContain(words)
  })

  it('says so before any contract is deployed', async () => {
    await service.drainAll()
    await service.rows('suite').deleteMany({})
    await expect(handOver()).rejects.toThrow('No contracts are deployed')
  })
})

describe('the readiness of tokenisation', () => {
  it('names who holds each role of each contract', async () => {
    const [running] = service.running
    const notes = await service.until('the roles are read', async () => {
      const lines = running!.notes!()
      return lines.length > 1 && lines
    })
    expect(notes).toContain(`authority ADMIN: ${DEPLOYER.toLowerCase()} (key of deployer)`)
    expect(notes).toContain(`authority MINTER: ${accountOf('minter').address.toLowerCase()} (key of minter)`)
    expect(notes).toContain('authority DIRECT_MINTER: nobody')
    expect(notes).toContain(
      `claimIssuer CLAIM_SIGNER: ${accountOf('verifier').address.toLowerCase()} (key of verifier)`,
    )
    expect(notes).toContain(`anchor OWNER: ${DEPLOYER.toLowerCase()} (key of deployer)`)
  })
})

describe('a production start', () => {
  it('is refused while one key holds all roles of the contracts', async () => {
    await service.drainAll()
    const refused = expect(boot(productionEnv())).rejects
    await refused.toThrow(/alone deploys, grants every role, upgrades and manages claims. Run npm run roles:handover/)

    await handOver()
    await acceptAsAdmin()
    started = await boot(productionEnv())
    expect(await started.unhealthy()).toEqual([])
  })

  it('needs no node', async () => {
    await service.drainAll()
    started = await boot(productionEnv({ CHAIN_RPC_URL: 'http://127.0.0.1:9' }))
  })

  it('is refused if the configured admin is a key of the service', async () => {
    await service.drainAll()
    await service.rows('suite').deleteMany({})
    const env = productionEnv({ CHAIN_ADMIN: DEPLOYER })
    await expect(boot(env)).rejects.toThrow(/CHAIN_ADMIN must be an address whose key this service does not have/)
  })
})
