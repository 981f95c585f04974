import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { verifyMessage, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { FakeWallet } from '../../../../test/fake-wallet.js'
import { fakeApi, renderRoutes, storeTokens } from '../../../../test/render.js'
import { ACCOUNT, LOCAL_CHAIN } from '../../../../test/token.js'
import WalletPage from '../wallet-page.js'

const newAccount = () => privateKeyToAccount(generatePrivateKey())
const MESSAGE = 'hissa.test wants you to sign in with your Ethereum account'
const OTHER_CHAIN = 31_338_000

const wallets: FakeWallet[] = []
/** A new chain for each test, because the page keeps the wallets of a chain. */
let chain = { ...LOCAL_CHAIN }
let refusal: [number, unknown] | undefined

beforeEach(() => {
  localStorage.clear()
  storeTokens()
  chain = { ...chain, chainId: chain.chainId + 1 }
  refusal = undefined
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
})
afterEach(() => wallets.splice(0).forEach((wallet) => wallet.remove()))

function add(name: string, more: Partial<ConstructorParameters<typeof FakeWallet>[0]> = {}): FakeWallet {
  const wallet = new FakeWallet({ name, account: newAccount(), chainId: chain.chainId, ...more })
  wallets.push(wallet)
  return wallet
}

const move = (to: string) => ({
  ...{ relocationId: 'move-1', kind: 'own_wallet', state: 'requested', from: ACCOUNT, to },
  ...{ tokens: 0, tokensMoved: 0, requestedAt: '2026-11-21T07:00:00.000Z' },
})

/** Opens the page and the dialog, against an API that verifies signatures as the service does. */
async function openDialog() {
  let [asked, to]: [string | undefined, string | undefined] = [undefined, undefined]
  const api = fakeApi({
    'GET /wallet': () => {
      const held = { account: ACCOUNT, isCustodial: true, isFrozen: false, freezes: [], tokens: [] }
      return [200, { success: true, chain, ...held, ...(to ? { relocation: move(to) } : {}) }]
    },
    'POST /wallet/challenges': (body) => {
      asked = (body as { address: string }).address
      return [200, { challengeId: 'challenge-1', message: `${MESSAGE}: ${asked}`, expiresAt: '2026-11-21T08:10:00Z' }]
    },
    'POST /wallet/proofs': () => {
      if (refusal) return refusal
      to = asked
      return [200, { relocation: move(to!) }]
    },
  })
  const view = renderRoutes({ at: '/wallet', api, routes: [{ path: '/wallet', Component: WalletPage }] })
  await reopen()
  return { ...view, dialog: within(screen.getByRole('dialog')) }
}

async function reopen() {
  fireEvent.click(await screen.findByRole('button', { name: 'Use your own wallet' }))
  return screen.findByRole('dialog', { name: 'Use your own wallet' })
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const problem = async () => (await screen.findByRole('alert')).textContent
const proofs = (calls: ReturnType<typeof fakeApi>['calls']) => calls.filter(({ call }) => call.endsWith('/proofs'))

describe('connecting an own wallet', () => {
  it('proves the wallet with a signature of the server’s message, and shows the request', async () => {
    const wallet = add('Fox')
    const { calls } = await openDialog()
    await press('Fox')
    await screen.findByText(wallet.account.address)
    await press('Sign and send request')
    await screen.findByText('Under review')
    const body = proofs(calls)[0]!.body as { challengeId: string; signature: Hex }
    const { address } = wallet.account
    expect(body.challengeId).toBe('challenge-1')
    const message = `${MESSAGE}: ${address}`
    expect(await verifyMessage({ address, message, signature: body.signature })).toBe(true)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Use your own wallet' })).toBeNull()
  })

  it('says how to get a wallet if there is none, and finds one that is added', async () => {
    await openDialog()
    await screen.findByText('We didn’t find a wallet in this browser')
    add('Late')
    await press('Look again')
    await screen.findByRole('button', { name: 'Late' })
  })

  it('shows pictures of wallets only from their own data', async () => {
    add('Tracker', { icon: 'https://elsewhere.test/pixel.png' })
    add('Script', { icon: 'data:text/html,<script>alert(1)</script>' })
    add('Plain', { icon: ' data:image/svg+xml;base64,PHN2Zy8+\n' })
    await openDialog()
    const pictureOf = async (name: string) =>
      (await screen.findByRole('button', { name })).querySelector('img')?.getAttribute('src')
    expect(await pictureOf('Plain')).toBe('data:image/svg+xml;base64,PHN2Zy8+')
    expect([await pictureOf('Tracker'), await pictureOf('Script')]).toEqual([undefined, undefined])
  })

  it('says that the user declined, in the wallet’s window and at the signature, and can be repeated', async () => {
    const wallet = add('Fox')
    const { calls } = await openDialog()
    wallet.declines.add('eth_requestAccounts')
    await press('Fox')
    expect(await problem()).toContain('You declined the request in your wallet. Nothing was sent.')
    wallet.declines.clear()
    wallet.declines.add('personal_sign')
    await press('Fox')
    await press('Sign and send request')
    await waitFor(async () => expect(await problem()).toContain('You declined the request in your wallet.'))
    expect(proofs(calls)).toEqual([])
    wallet.declines.clear()
    await press('Sign and send request')
    await screen.findByText('Under review')
  })

  it('offers the right network to a wallet on another one, and adds it to a wallet that lacks it', async () => {
    const wallet = add('Fox', { chainId: 10 })
    await openDialog()
    await press('Fox')
    await screen.findByText('It’s on OP Mainnet. Your shares are on Local chain.')
    await press('Switch to Local chain')
    await screen.findByRole('button', { name: 'Sign and send request' })
    expect(wallet.asked).toContain('wallet_addEthereumChain')
  })

  it('names the network to add if the wallet refuses to add it', async () => {
    const wallet = add('Fox', { chainId: OTHER_CHAIN })
    wallet.declines.add('wallet_addEthereumChain')
    await openDialog()
    await press('Fox')
    await screen.findByText(`It’s on a network that Hissa doesn’t use, with chain ID ${OTHER_CHAIN}.`, {
      exact: false,
    })
    await press('Switch to Local chain')
    expect(await problem()).toContain('You declined the request in your wallet.')
  })

  it('sends nothing if the account of the wallet changes while it signs', async () => {
    const wallet = add('Fox')
    const { calls } = await openDialog()
    await press('Fox')
    const next = newAccount()
    wallet.beforeSigning = () => wallet.switchAccount(next)
    await press('Sign and send request')
    expect(await problem()).toContain('The account in your wallet changed. Nothing was sent.')
    await screen.findByText(next.address)
    expect(proofs(calls)).toEqual([])
    wallet.beforeSigning = () => undefined
    await press('Sign and send request')
    await screen.findByText('Under review')
    const asked = calls.filter(({ call }) => call.endsWith('/challenges')).map(({ body }) => body)
    expect(asked.at(-1)).toEqual({ address: next.address })
  })

  it.each([
    ['WALLET_TAKEN', 409, 'Another account already uses this address.'],
    ['WALLET_REFUSED', 403, 'Shares can’t be moved to this address.'],
    ['WALLET_CHALLENGE_ENDED', 409, 'The message expired before it was signed.'],
    ['WALLET_SIGNATURE_INVALID', 422, 'The signature doesn’t match this address.'],
    ['WALLET_CHAIN_UNAVAILABLE', 503, 'We couldn’t reach the blockchain'],
    ['RATE_LIMITED', 429, 'Too many attempts.'],
  ])('explains the server’s refusal %s', async (code, status, text) => {
    refusal = [status, { code, detail: 'No' }]
    add('Fox')
    await openDialog()
    await press('Fox')
    await press('Sign and send request')
    expect(await problem()).toContain(text)
  })

  it('states when a message can be requested again', async () => {
    refusal = [429, { code: 'WALLET_TOO_MANY_CHALLENGES', detail: 'No', retryAt: '2026-11-21T09:30:00.000Z' }]
    add('Fox')
    await openDialog()
    await press('Fox')
    await press('Sign and send request')
    expect(await problem()).toContain('Try again after 21 November 2026, 13:30, Dubai time.')
  })

  it('lists the wallet that was used last first, and reconnects to it without a question', async () => {
    const [first, second] = [add('Ant'), add('Bee')]
    const { unmount } = await openDialog()
    await press('Bee')
    await screen.findByText(second.account.address)
    await press('Use another wallet')
    const names = async () =>
      within(await screen.findByRole('list', { name: 'Wallets in this browser' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
    expect(await names()).toEqual(['BeeLast used', 'Ant'])
    await press('Ant')
    await screen.findByText(first.account.address)
    unmount()
    // The page is loaded anew: only what the browser stored is known.
    chain = { ...chain, chainId: chain.chainId + 1 }
    for (const wallet of wallets) wallet.asked.length = 0
    await openDialog()
    await screen.findByText(first.account.address)
    expect(first.asked).not.toContain('eth_requestAccounts')
    expect(Object.keys(localStorage).filter((key) => localStorage.getItem(key)!.includes('0x'))).toEqual([])
  })
})
