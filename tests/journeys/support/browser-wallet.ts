import type { Page } from 'playwright-core'
import { hexToString, numberToHex, type Hex, type LocalAccount } from 'viem'

const ICON =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAzMiAzMiI+PHJlY3Qgd2lkdGg9IjMyIiBoZWlnaHQ9IjMyIiBmaWxsPSIjMmI1ZDhhIi8+PGNpcmNsZSBjeD0iMTYiIGN5PSIxNiIgcj0iOCIgZmlsbD0iI2ZmZiIvPjwvc3ZnPg=='

/** What the page script needs of a wallet. */
interface Announced {
  name: string
  icon: string
  address: string
  chainId: Hex
  wantedChain: Hex
}

/**
 * Adds a wallet to the pages of a context that announces itself (EIP-6963). It agrees to everything and signs with the
 * account's real key, which stays in the test. It begins on Ethereum, and knows the chain `chainId`.
 */
export async function addWallet(page: Page, account: LocalAccount, chainId: number): Promise<void> {
  await page.exposeFunction('signInTest', (message: Hex) => account.signMessage({ message: hexToString(message) }))
  await page.addInitScript(announce, {
    ...{ name: 'Sample Wallet', icon: ICON, address: account.address },
    ...{ chainId: numberToHex(1), wantedChain: numberToHex(chainId) },
  })
}

/** Runs in the page. */
function announce({ name, icon, address, chainId, wantedChain }: Announced): void {
  let [current, isAllowed] = [chainId, false]
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const refuse = (code: number) => Promise.reject(Object.assign(new Error('Refused'), { code }))
  const request = ({ method, params }: { method: string; params?: unknown[] }): Promise<unknown> => {
    switch (method) {
      case 'eth_requestAccounts':
        isAllowed = true
        return Promise.resolve([address])
      case 'eth_accounts':
        return Promise.resolve(isAllowed ? [address] : [])
      case 'eth_chainId':
        return Promise.resolve(current)
      case 'wallet_switchEthereumChain': {
        const asked = (params![0] as { chainId: Hex }).chainId
        if (asked !== wantedChain) return refuse(4902)
        current = asked
        for (const listener of listeners.get('chainChanged') ?? []) listener(asked)
        return Promise.resolve(null)
      }
      case 'personal_sign':
        return (globalThis as unknown as { signInTest: (message: unknown) => Promise<Hex> }).signInTest(params![0])
      default:
        return refuse(4200)
    }
  }
  const provider = {
    request,
    on: (event: string, listener: (value: unknown) => void) =>
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event: string, listener: (value: unknown) => void) => listeners.get(event)?.delete(listener),
  }
  const info = { uuid: 'a5f4c3de-0000-4000-8000-000000000001', name, icon, rdns: 'test.sample-wallet' }
  const tell = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
  addEventListener('eip6963:requestProvider', tell)
  tell()
}
