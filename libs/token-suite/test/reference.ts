// Deploys the reference implementation of ERC-3643 for comparisons: unmodified artifacts of its npm packages (GPL-3.0),
// which only tests and benchmarks load.
import { createRequire } from 'node:module'
import { type Abi, type Address, encodeDeployData, encodeFunctionData, type Hex, zeroAddress } from 'viem'
import { claimPayload, keyOf, KYC_TOPIC } from '../src/index.js'
import { type Chain } from './anvil.js'
import { keys, saltOf, UAE, FRANCE } from './suite.js'

interface Artifact {
  abi: Abi
  bytecode: Hex
}
const require = createRequire(import.meta.url)
const artifacts = (name: string) => (require(name) as { contracts: Record<string, Artifact> }).contracts
const trex = artifacts('@tokenysolutions/t-rex')
const onchainId = artifacts('@onchain-id/solidity')

/** Owner and agent of all contracts of the reference. */
const { admin } = keys

export const referenceAbi = { token: trex.Token!.abi, registry: trex.IdentityRegistry!.abi }

/** A deployed reference implementation with one claim topic. */
export class Reference {
  gasUsed = 0n
  private constructor(
    private readonly chain: Chain,
    readonly at: Record<string, Address>,
  ) {}

  static async deploy(chain: Chain): Promise<Reference> {
    const reference = new Reference(chain, {})
    await reference.deployShared()
    return reference
  }

  /** Deploys a token of unlimited supply whose holders may have `maxBalance`, with an allow-list of countries. */
  async deployToken(maxBalance = 1_000n) {
    const before = this.gasUsed
    const { at } = this
    const compliance = await this.create('ModularComplianceProxy', [at.authority])
    const names = ['Marina One', 'MAR1', 0, zeroAddress]
    const token = await this.create('TokenProxy', [at.authority, at.registry, compliance, ...names])
    await this.call(compliance, 'ModularCompliance', 'addModule', [at.countryModule])
    await this.call(compliance, 'ModularCompliance', 'addModule', [at.balanceModule])
    const countries = encodeFunctionData({
      abi: trex.CountryAllowModule!.abi,
      functionName: 'batchAllowCountries',
      args: [[UAE, FRANCE]],
    })
    await this.call(compliance, 'ModularCompliance', 'callModuleFunction', [countries, at.countryModule])
    const limit = encodeFunctionData({
      abi: trex.MaxBalanceModule!.abi,
      functionName: 'setMaxBalance',
      args: [maxBalance],
    })
    await this.call(compliance, 'ModularCompliance', 'callModuleFunction', [limit, at.balanceModule])
    await this.call(token, 'Token', 'addAgent', [admin.address])
    await this.call(at.registry!, 'IdentityRegistry', 'addAgent', [token])
    await this.call(token, 'Token', 'unpause', [])
    return { token, gasUsed: this.gasUsed - before }
  }

  /** Deploys an identity with a signed claim for each wallet and registers the wallets. Returns the gas used. */
  async onboard(wallets: readonly Address[], country = UAE): Promise<bigint> {
    const { chain, at } = this
    const proxy = onchainId.IdentityProxy!
    const data = encodeDeployData({ ...proxy, args: [at.identityAuthority, admin.address] })
    const created = await chain.sendAll(
      admin,
      wallets.map(() => ({ data })),
    )
    const identities = created.map(({ contractAddress }) => contractAddress!)
    const claims = await Promise.all(identities.map((identity) => this.claimOf(identity)))
    const claimed = await chain.sendAll(admin, claims)
    const registered = await chain.sendAll(
      admin,
      wallets.map((wallet, index) => this.on(at.registry!, 'registerIdentity', [wallet, identities[index], country])),
    )
    return [...created, ...claimed, ...registered].reduce((sum, { gasUsed }) => sum + gasUsed, 0n)
  }

  on(registry: Address, functionName: string, args: unknown[]) {
    return { to: registry, data: encodeFunctionData({ abi: referenceAbi.registry, functionName, args }) }
  }

  private async claimOf(identity: Address) {
    const issuer = this.at.issuer!
    const data = saltOf('evidence')
    const raw = claimPayload({ identity, topic: KYC_TOPIC, data })
    const signature = await keys.claimSigner.signMessage({ message: { raw } })
    const args = [KYC_TOPIC, 1n, issuer, signature, data, '']
    return { to: identity, data: encodeFunctionData({ abi: onchainId.Identity!.abi, functionName: 'addClaim', args }) }
  }

  private async deployShared(): Promise<void> {
    const { at } = this
    const implementations: Address[] = []
    for (const name of [
      'Token',
      'ClaimTopicsRegistry',
      'IdentityRegistry',
      'IdentityRegistryStorage',
      'TrustedIssuersRegistry',
      'ModularCompliance',
    ])
      implementations.push(await this.create(name, []))
    at.authority = await this.create('TREXImplementationAuthority', [true, zeroAddress, zeroAddress])
    const [token, ctr, ir, irs, tir, mc] = implementations
    const version = [
      { major: 4, minor: 1, patch: 6 },
      {
        tokenImplementation: token,
        ctrImplementation: ctr,
        irImplementation: ir,
        irsImplementation: irs,
        tirImplementation: tir,
        mcImplementation: mc,
      },
    ]
    await this.call(at.authority, 'TREXImplementationAuthority', 'addAndUseTREXVersion', version)
    const topics = await this.create('ClaimTopicsRegistryProxy', [at.authority])
    const issuers = await this.create('TrustedIssuersRegistryProxy', [at.authority])
    const storage = await this.create('IdentityRegistryStorageProxy', [at.authority])
    at.registry = await this.create('IdentityRegistryProxy', [at.authority, issuers, topics, storage])
    await this.call(storage, 'IdentityRegistryStorage', 'bindIdentityRegistry', [at.registry])
    await this.call(at.registry, 'IdentityRegistry', 'addAgent', [admin.address])
    await this.call(topics, 'ClaimTopicsRegistry', 'addClaimTopic', [KYC_TOPIC])
    at.issuer = await this.create('ClaimIssuer', [admin.address], onchainId)
    await this.call(at.issuer, 'ClaimIssuer', 'addKey', [keyOf(keys.claimSigner.address), 3n, 1n], onchainId)
    await this.call(issuers, 'TrustedIssuersRegistry', 'addTrustedIssuer', [at.issuer, [KYC_TOPIC]])
    const identity = await this.create('Identity', [admin.address, true], onchainId)
    at.identityAuthority = await this.create('ImplementationAuthority', [identity], onchainId)
    at.countryModule = await this.module('CountryAllowModule')
    at.balanceModule = await this.module('MaxBalanceModule')
  }

  private async module(name: string): Promise<Address> {
    const implementation = await this.create(name, [])
    const data = encodeFunctionData({ abi: trex[name]!.abi, functionName: 'initialize' })
    return this.create('ModuleProxy', [implementation, data])
  }

  private async create(name: string, args: unknown[], from = trex): Promise<Address> {
    const { gasUsed, contractAddress } = await this.chain.send(admin, {
      data: encodeDeployData({ ...from[name]!, args }),
    })
    this.gasUsed += gasUsed
    return contractAddress!
  }

  private async call(to: Address, name: string, functionName: string, args: unknown[], from = trex): Promise<void> {
    const data = encodeFunctionData({ abi: from[name]!.abi, functionName, args })
    this.gasUsed += (await this.chain.send(admin, { to, data })).gasUsed
  }
}
