import { BeginWallet, ProveWallet, ReturnShares } from '@hissa/contracts/tokenisation'
import { SystemClock } from '@hissa/kernel'
import { Outbox, RpcClient } from '@hissa/messaging'
import { transaction } from '@hissa/persistence'
import { expect } from '@jest/globals'
import { createWalletClient, http, parseEther, type Address, type Hex, type PrivateKeyAccount } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { AccountStore, defineAccounts } from '../src/accounts/account.store.js'
import { AddressStore, defineAddresses } from '../src/accounts/address.store.js'
import { ScreenAddress } from '../src/accounts/screen-address.js'
import { TransactionStore } from '../src/chain/transactions/transaction.store.js'
import { Transactions } from '../src/chain/transactions/transactions.js'
import { defineRelocations, RelocationStore } from '../src/relocations/relocation.store.js'
import { Freezes, Relocations, type Relocation } from '../src/relocations/relocations.api.js'
import type { Tokenisation } from './harness.js'

/** Nothing is frozen. */
class NoFreezes extends Freezes {
  override isAnyFrozen = () => Promise.resolve(false)
}

/** Investors with wallets, and staff who approve their requests, beside a running service. */
export class Staff {
  readonly relocations: Relocations

  constructor(
    private readonly service: Tokenisation,
    freezes: Freezes = new NoFreezes(),
  ) {
    const { connection, bus } = service
    for (const define of [defineAccounts, defineAddresses, defineRelocations]) define(connection)
    const stores = [
      new RelocationStore(connection),
      new AccountStore(connection),
      new AddressStore(connection),
    ] as const
    const screen = new ScreenAddress(new RpcClient(bus.nc))
    const transactions = new Transactions(new TransactionStore(connection))
    const writes = [transactions, new Outbox(connection)] as const
    this.relocations = new Relocations(...stores, screen, freezes, ...writes, new SystemClock(), new SystemClock())
  }

  newWallet = (): PrivateKeyAccount => privateKeyToAccount(generatePrivateKey())

  /** Sends a transaction from a new account with funds, and returns its receipt. */
  async send(call: { to?: Address; data: Hex }, account: PrivateKeyAccount = this.newWallet()) {
    const { client, url } = this.service.anvil
    await client.setBalance({ address: account.address, value: parseEther('1') })
    const wallet = createWalletClient({ account, chain: foundry, transport: http(url) })
    const hash = await wallet.sendTransaction({ ...call, gas: 1_000_000n })
    return client.waitForTransactionReceipt({ hash })
  }

  async deploy(data: Hex): Promise<Address> {
    return (await this.send({ data })).contractAddress!
  }

  /** Proves a wallet: the signature is by `signer`, the wallet’s own key by default. */
  async prove(userId: string, signer: PrivateKeyAccount, address: Address = signer.address) {
    const { challengeId, message } = await this.service.call(BeginWallet, { address }, userId)
    const signature = await signer.signMessage({ message })
    return this.service.call(ProveWallet, { challengeId, signature }, userId)
  }

  async approve(relocationId: string) {
    const relocation = (await this.relocations.byId(relocationId))!
    await this.relocations.screen(relocation)
    const decide = () =>
      transaction(this.service.connection, (session) => this.relocations.approve(relocation, session))
    return decide()
  }

  /** Has an investor prove a new wallet, and approves the move to it. Returns the wallet before anything is moved. */
  async beginMove(userId: string, wallet: PrivateKeyAccount = this.newWallet()) {
    const { relocation } = await this.prove(userId, wallet)
    expect(await this.approve(relocation.relocationId)).toMatchObject({ ok: true })
    return { wallet, relocationId: relocation.relocationId }
  }

  async moveToWallet(userId: string, wallet?: PrivateKeyAccount): Promise<PrivateKeyAccount> {
    const begun = await this.beginMove(userId, wallet)
    await this.untilCompleted(begun.relocationId)
    return begun.wallet
  }

  async beginReturn(userId: string): Promise<string> {
    const { relocation } = await this.service.call(ReturnShares, {}, userId)
    expect(await this.approve(relocation.relocationId)).toMatchObject({ ok: true })
    return relocation.relocationId
  }

  recover(userId: string) {
    return transaction(this.service.connection, (session) => this.relocations.startRecovery(userId, session))
  }

  untilCompleted(relocationId: string): Promise<Relocation> {
    return this.service.until('the relocation is completed', async () => {
      const row = await this.relocations.byId(relocationId)
      return row?.state === 'completed' && !row.isWorking && row
    })
  }
}
