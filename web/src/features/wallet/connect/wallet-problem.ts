import type { MessageId } from '../../../i18n/i18n.js'
import { refusalText } from '../refusals.js'

/** The account of the wallet changed between the message and its signature. */
export class AccountChanged extends Error {
  override readonly name = 'AccountChanged'
}

/** Codes of wallets. Source: EIP-1193, EIP-3085 and EIP-3326; -32002 is MetaMask's for an open request. */
const CODES: Readonly<Record<number, MessageId>> = {
  4001: 'wallet.problem.rejected',
  4100: 'wallet.problem.locked',
  4902: 'wallet.problem.unknownChain',
  [-32002]: 'wallet.problem.open',
}

/** Names of errors of wagmi and viem. */
const NAMES: Readonly<Record<string, MessageId>> = {
  AccountChanged: 'wallet.problem.changed',
  ChainNotConfiguredError: 'wallet.problem.unknownChain',
  ConnectorAccountNotFoundError: 'wallet.problem.changed',
  ConnectorChainMismatchError: 'wallet.problem.chainChanged',
  ConnectorNotConnectedError: 'wallet.problem.notFound',
  ConnectorUnavailableReconnectingError: 'wallet.problem.notFound',
  ProviderDisconnectedError: 'wallet.problem.notFound',
  ProviderNotFoundError: 'wallet.problem.notFound',
  ResourceUnavailableRpcError: 'wallet.problem.open',
  SwitchChainNotSupportedError: 'wallet.problem.noSwitch',
  UserRejectedRequestError: 'wallet.problem.rejected',
}

const MOST_CAUSES = 10

/** Returns the text for an error of the API or of a wallet, which may be the cause of another error. */
export function problemOf(error: unknown): MessageId {
  const refused = refusalText(error)
  if (refused) return refused
  let cause = error as { code?: unknown; name?: unknown; cause?: unknown } | null | undefined
  for (let depth = 0; cause && typeof cause === 'object' && depth < MOST_CAUSES; depth += 1) {
    const found = CODES[cause.code as number] ?? NAMES[cause.name as string]
    if (found) return found
    cause = cause.cause as typeof cause
  }
  return 'wallet.problem.failed'
}
