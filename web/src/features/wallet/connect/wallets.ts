import { useEffect, useState } from 'react'
import { useConfig, useConnectors, type Connector } from 'wagmi'

/** A wallet of this browser. */
export interface WalletChoice {
  connector: Connector
  /** The name that the wallet gave itself; undefined for an older wallet without one. */
  name: string | undefined
  /** A picture as a `data:` URL. */
  icon: string | undefined
  isLatest: boolean
}

const PICTURE = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/
const LONGEST_PICTURE = 200_000
const LONGEST_NAME = 40
/** The id of the connector for wallets that don't announce themselves. */
const UNANNOUNCED = 'injected'

/** Returns the wallet's picture if it is a `data:` URL of a picture: any other address would be requested. */
export function pictureOf(icon: string | undefined): string | undefined {
  const text = icon?.trim()
  return text && text.length <= LONGEST_PICTURE && PICTURE.test(text) ? text : undefined
}

/**
 * Returns the wallets to choose from, the most recently used first. An unannounced wallet is offered only if no wallet
 * has announced itself, because it is one of those.
 */
export function choicesOf(
  connectors: readonly Connector[],
  latestId: string | undefined,
  hasUnannounced: boolean,
): WalletChoice[] {
  const announced = connectors.filter(({ id }) => id !== UNANNOUNCED)
  const offered = announced.length > 0 ? announced : hasUnannounced ? connectors : []
  const choices = offered.map((connector) => ({
    connector,
    name: connector.id === UNANNOUNCED ? undefined : connector.name.trim().slice(0, LONGEST_NAME) || undefined,
    icon: pictureOf(connector.icon),
    isLatest: connector.id === latestId,
  }))
  return choices.sort((a, b) => Number(b.isLatest) - Number(a.isLatest))
}

/** Returns the wallets of this browser; new ones are added when they announce themselves. */
export function useWallets(): WalletChoice[] {
  const { storage } = useConfig()
  const connectors = useConnectors()
  const [latestId, setLatestId] = useState<string>()
  useEffect(() => {
    void Promise.resolve(storage?.getItem('recentConnectorId')).then((id) => setLatestId(id ?? undefined))
  }, [storage])
  return choicesOf(connectors, latestId, 'ethereum' in globalThis)
}

/** Asks the wallets of this browser to announce themselves again. */
export const lookAgain = () => globalThis.dispatchEvent(new Event('eip6963:requestProvider'))
