import { hexToString, numberToHex, type Hex, type LocalAccount } from 'viem'

type Listener = (value: unknown) => void

interface Settings {
  name: string
  account: LocalAccount
  chainId: number
  icon?: string
  /** The chains that the wallet knows; the current one by default. */
  chains?: number[]
}

const refusal = (code: number, message: string) => Object.assign(new Error(message), { code })

/** A wallet of the browser that announces itself (EIP-6963) and signs with a real key. It answers at once. */
export class FakeWallet {
  /** The methods that it was asked for. */
  readonly asked: string[] = []
  /** Methods that the user declines. */
  readonly declines = new Set<string>()
  /** What happens before the wallet signs. */
  beforeSigning: () => void = () => undefined
  account: LocalAccount
  private chainId: number
  private readonly chains: Set<number>
  private isAllowed = false
  private readonly listeners = new Map<string, Set<Listener>>()

  constructor(private readonly settings: Settings) {
    this.account = settings.account
    this.chainId = settings.chainId
    this.chains = new Set([settings.chainId, ...(settings.chains ?? [])])
    window.addEventListener('eip6963:requestProvider', this.announce)
  }

  readonly announce = (): void => {
    const { name, icon = 'data:image/png;base64,iVBORw0KGgo=' } = this.settings
    const info = { uuid: `uuid-${name}`, name, icon, rdns: `test.${name.toLowerCase()}` }
    const detail = Object.freeze({ info, provider: this.provider })
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }

  remove(): void {
    window.removeEventListener('eip6963:requestProvider', this.announce)
  }

  switchAccount(account: LocalAccount): void {
    this.account = account
    this.emit('accountsChanged', [account.address])
  }

  readonly provider = {
    request: ({ method, params }: { method: string; params?: unknown[] }) => this.answer(method, params ?? []),
    on: (event: string, listener: Listener) => {
      this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener: (event: string, listener: Listener) => {
      this.listeners.get(event)?.delete(listener)
    },
  }

  private async answer(method: string, params: unknown[]): Promise<unknown> {
    this.asked.push(method)
    if (this.declines.has(method)) throw refusal(4001, 'User rejected the request.')
    const chainOf = () => Number((params[0] as { chainId: Hex }).chainId)
    switch (method) {
      case 'eth_requestAccounts':
        this.isAllowed = true
        return [this.account.address]
      case 'eth_accounts':
        return this.isAllowed ? [this.account.address] : []
      case 'eth_chainId':
        return numberToHex(this.chainId)
      case 'wallet_addEthereumChain':
        this.chains.add(chainOf())
        return this.toChain(chainOf())
      case 'wallet_switchEthereumChain':
        if (!this.chains.has(chainOf())) throw refusal(4902, 'Unrecognized chain ID.')
        return this.toChain(chainOf())
      case 'personal_sign': {
        const { account } = this
        this.beforeSigning()
        return account.signMessage({ message: hexToString(params[0] as Hex) })
      }
      default:
        throw refusal(4200, `${method} is not supported`)
    }
  }

  private toChain(chainId: number): null {
    this.chainId = chainId
    this.emit('chainChanged', numberToHex(chainId))
    return null
  }

  private emit(event: string, value: unknown): void {
    for (const listener of [...(this.listeners.get(event) ?? [])]) listener(value)
  }
}
