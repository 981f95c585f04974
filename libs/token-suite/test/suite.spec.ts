import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Abi, type Address, encodeFunctionData, type Hex, parseEventLogs } from 'viem'
import {
  authorityAbi,
  claimIdOf,
  claimIssuerAbi,
  claimPayload,
  custodianAbi,
  identityAbi,
  identityRegistryAbi,
  KYC_TOPIC,
  propertyTokenAbi,
  registerAnchorAbi,
  ROLES,
  verifyProperty,
  verifySuite,
} from '../src/index.js'
import { Chain } from './anvil.js'
import {
  deployProperty,
  deploySuite,
  encodeAllotments,
  encodeOnboard,
  FRANCE,
  identityOf,
  keys,
  parameters,
  type Plan,
  recordTitle,
  saltOf,
} from './suite.js'

let chain: Chain
let plan: Plan
let token: Address
let compliance: Address

const at = (address: Address, abi: Abi, functionName: string, args: unknown[] = []) => {
  return { to: address, data: encodeFunctionData({ abi, functionName, args }) }
}
const onToken = (functionName: string, ...args: unknown[]) => at(token, propertyTokenAbi, functionName, args)
const read = (functionName: 'balanceOf' | 'getFrozenTokens', wallet: Address) =>
  chain.client.readContract({ address: token, abi: propertyTokenAbi, functionName, args: [wallet] })
const balanceOf = (wallet: Address) => read('balanceOf', wallet)
const investor = (number: number) => identityOf(plan, number)
const allot = (first: bigint, to: readonly Address[], amount = 1n) => ({
  to: token,
  data: encodeAllotments(first, to, amount),
})

beforeAll(async () => {
  chain = await Chain.start()
  const deployed = await deploySuite(chain)
  plan = deployed.plan
  await chain.send(keys.registrar, { to: plan.addresses.factory, data: await encodeOnboard(plan, [0, 1, 2, 3]) })
  const property = await deployProperty(chain, plan)
  token = property.token
  compliance = property.compliance
})
afterAll(() => chain?.stop())

describe('planSuite', () => {
  it('deploys the suite that verifySuite expects', async () => {
    expect(await verifySuite(chain.client, plan)).toEqual([])
    expect(await verifyProperty(chain.client, plan, { token, compliance, cap: 100_000n })).toEqual([])
  })

  it('has nothing left to submit when it is repeated, and repeated steps fail or change nothing', async () => {
    expect((await deploySuite(chain)).submitted).toBe(0)
    for (const step of plan.steps.slice(0, 2)) expect(await chain.refusal(keys.stranger.address, step)).toBe('0x')
  })

  it('gives a second suite other addresses, except for contracts that have no parameters', async () => {
    const { plan: second, submitted } = await deploySuite(chain, { ...parameters, adminDelay: 1 })
    expect(submitted).toBe(10)
    expect(second.addresses.authority).not.toBe(plan.addresses.authority)
    expect(second.addresses.countryModule).toBe(plan.addresses.countryModule)
    expect(await verifySuite(chain.client, second)).toEqual([])
  })
})

describe('verifySuite', () => {
  it('reports missing contracts', async () => {
    const { plan: missing } = { plan: { ...plan, steps: [{ ...plan.steps[0]!, creates: keys.stranger.address }] } }
    expect(await verifySuite(chain.client, missing)).toEqual([
      { contract: 'authority', what: 'code', expected: 'code', actual: '(none)' },
    ])
  })

  it('reports an extra member of a role, another issuer and another owner', async () => {
    const extra = [ROLES.MINTER, keys.stranger.address]
    await chain.send(keys.admin, at(plan.addresses.authority, authorityAbi, 'grantRole', extra))
    const issuer = at(plan.addresses.claimIssuer, claimIssuerAbi, 'addKey', [saltOf('key'), 3n, 1n])
    await chain.send(keys.claimManager, issuer)
    const transfer = [keys.stranger.address]
    await chain.send(keys.admin, at(plan.addresses.anchor, registerAnchorAbi, 'transferOwnership', transfer))
    const found = await verifySuite(chain.client, plan)
    expect(found.map(({ contract, what }) => `${contract}: ${what}`)).toEqual([
      'authority: members of MINTER',
      'anchor: proposed owner',
      'claimIssuer: getKeysByPurpose(3)',
    ])
    await chain.send(keys.admin, at(plan.addresses.authority, authorityAbi, 'revokeRole', extra))
    const removal = at(plan.addresses.claimIssuer, claimIssuerAbi, 'removeKey', [saltOf('key'), 3n])
    await chain.send(keys.claimManager, removal)
    await chain.send(
      keys.admin,
      at(plan.addresses.anchor, registerAnchorAbi, 'transferOwnership', [`0x${'0'.repeat(40)}`]),
    )
    expect(await verifySuite(chain.client, plan)).toEqual([])
  })
})

describe('onboarding', () => {
  it('registers verified identities at the computed addresses and refuses a repetition', async () => {
    const verified = await chain.client.readContract({
      address: plan.addresses.identityRegistry,
      abi: identityRegistryAbi,
      functionName: 'isVerified',
      args: [investor(0)],
    })
    expect(verified).toBe(true)
    const again = { to: plan.addresses.factory, data: await encodeOnboard(plan, [9, 0]) }
    expect(await chain.refusal(keys.registrar.address, again)).toBe('AlreadyDeployed')
    const first = { to: plan.addresses.factory, data: await encodeOnboard(plan, [9]) }
    expect(await chain.refusal(keys.stranger.address, first)).toBe('MissingRole')
  })

  it('onboards 25 investors in one transaction', async () => {
    const numbers = Array.from({ length: 25 }, (_, n) => 100 + n)
    const { gasUsed } = await chain.send(keys.registrar, {
      to: plan.addresses.factory,
      data: await encodeOnboard(plan, numbers, FRANCE),
    })
    expect(Number(gasUsed)).toBeLessThan(16_000_000)
  })
})

describe('a property', () => {
  it('mints allotments after the title is recorded, each once', async () => {
    const batch = allot(0n, [investor(0), investor(1)], 10n)
    expect(await chain.refusal(keys.minter.address, batch)).toBe('TitleNotRecorded')
    await recordTitle(chain, token)
    const { logs } = await chain.send(keys.minter, batch)
    const [event] = parseEventLogs({ abi: propertyTokenAbi, logs, eventName: 'AllotmentsMinted' })
    expect(event?.args).toEqual({ firstSequence: 0n, count: 2n, planHash: saltOf('plan') })
    expect(await balanceOf(investor(1))).toBe(10n)
    expect(await chain.refusal(keys.minter.address, batch)).toBe('WrongSequence')
    expect(await chain.refusal(keys.stranger.address, allot(2n, [investor(0)]))).toBe('MissingRole')
  })

  it('moves custodial shares by the custodian', async () => {
    const { data } = onToken('transfer', investor(2), 4n)
    const call = at(plan.addresses.custodian, custodianAbi, 'execute', [investor(0), token, data])
    expect(await chain.refusal(keys.stranger.address, call)).toBe('MissingRole')
    await chain.send(keys.custodian, call)
    expect(await balanceOf(investor(2))).toBe(4n)
  })

  it('moves shares to an own wallet of the same identity', async () => {
    const own = keys.stranger.address
    expect(await chain.refusal(keys.enforcer.address, onToken('forcedTransfer', investor(2), own, 4n))).toBe(
      'ReceiverNotVerified',
    )
    const args = [own, investor(2), 784]
    await chain.send(keys.registrar, at(plan.addresses.identityRegistry, identityRegistryAbi, 'registerIdentity', args))
    await chain.send(keys.enforcer, onToken('forcedTransfer', investor(2), own, 4n))
    await chain.send(keys.stranger, onToken('transfer', investor(2), 1n))
    expect(await balanceOf(own)).toBe(3n)
  })

  it('keeps frozen shares frozen when they are forced back to their own wallet', async () => {
    const holder = investor(1)
    await chain.send(keys.enforcer, onToken('freezePartialTokens', holder, 4n))
    const toSelf = onToken('forcedTransfer', holder, holder, 10n)
    expect(await chain.refusal(keys.enforcer.address, toSelf)).toBe('SameWallet')
    expect(await read('getFrozenTokens', holder)).toBe(4n)
    await chain.send(keys.enforcer, onToken('unfreezePartialTokens', holder, 4n))
  })

  it('refuses with an error that decodeSuiteError names', async () => {
    const refusal = (account: Address, name: string, ...args: unknown[]) =>
      chain.refusal(account, onToken(name, ...args))
    const [holder, stranger] = [investor(1), keys.admin.address]
    expect(await refusal(holder, 'transfer', stranger, 1n)).toBe('ReceiverNotVerified')
    expect(await refusal(holder, 'transfer', investor(0), 11n)).toBe('InsufficientFreeBalance')
    expect(await refusal(stranger, 'transferFrom', holder, investor(0), 1n)).toBe('ERC20InsufficientAllowance')
    expect(await refusal(keys.minter.address, 'mint', holder, 1n)).toBe('MissingRole')
    expect(await chain.refusal(keys.minter.address, allot(2n, [holder], 991n))).toBe('RefusedByCompliance')
    expect(await chain.refusal(keys.minter.address, allot(2n, [stranger]))).toBe('NotVerified')
    await chain.send(keys.pauser, onToken('pause'))
    expect(await refusal(holder, 'transfer', investor(0), 1n)).toBe('TokenPaused')
    await chain.send(keys.pauser, onToken('unpause'))
    await chain.send(keys.enforcer, onToken('setAddressFrozen', holder, true))
    expect(await refusal(holder, 'transfer', investor(0), 1n)).toBe('WalletFrozen')
    await chain.send(keys.enforcer, onToken('setAddressFrozen', holder, false))
  })

  it('refuses a holder whose claim was revoked until another is signed for the next epoch', async () => {
    const { claimIssuer, custodian } = plan.addresses
    const holder = investor(3)
    const data = saltOf('evidence')
    /** Has the holder's identity hold a claim that the claim signer signs for an epoch. */
    const hold = async (epoch: bigint) => {
      const raw = claimPayload({ identity: holder, topic: KYC_TOPIC, data, epoch })
      const signature = await keys.claimSigner.signMessage({ message: { raw } })
      const claim = at(holder, identityAbi, 'addClaim', [KYC_TOPIC, 1n, claimIssuer, signature, data, ''])
      return at(custodian, custodianAbi, 'execute', [holder, holder, claim.data])
    }
    const claim: [Hex, Address] = [claimIdOf(claimIssuer, KYC_TOPIC), holder]
    await chain.send(keys.claimManager, at(claimIssuer, claimIssuerAbi, 'revokeClaim', claim))
    expect(await chain.refusal(keys.minter.address, allot(2n, [holder]))).toBe('NotVerified')
    expect(await chain.refusal(keys.custodian.address, await hold(0n))).toBe('InvalidClaim')
    await chain.send(keys.custodian, await hold(1n))
    expect(await chain.refusal(keys.minter.address, allot(2n, [holder]))).toBeUndefined()
  })
})

describe('the register anchor', () => {
  it('stores roots that anyone can read and no one can change', async () => {
    const anchor = (root: Hex, sequence: bigint) =>
      at(plan.addresses.anchor, registerAnchorAbi, 'anchorFor', [token, root, sequence, 7n])
    await chain.send(keys.anchor, anchor(saltOf('root'), 1n))
    const args = [token, 1n] as const
    const entry = await chain.client.readContract({
      address: plan.addresses.anchor,
      abi: registerAnchorAbi,
      functionName: 'entry',
      args,
    })
    expect(entry).toMatchObject({ root: saltOf('root'), treeSize: 7n })
    expect(await chain.refusal(keys.anchor.address, anchor(saltOf('other'), 1n))).toBe('SequenceNotAfter')
  })
})
