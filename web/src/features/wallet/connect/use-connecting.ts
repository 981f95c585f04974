import type { ChainView } from '@hissa/contracts/tokenisation'
import { useState } from 'react'
import { useConnect, useConnection, useDisconnect, useSwitchChain } from 'wagmi'
import type { MessageId } from '../../../i18n/i18n.js'
import { log } from '../../../lib/log.js'
import { problemOf } from './wallet-problem.js'
import type { WalletChoice } from './wallets.js'

/**
 * - `reconnecting`: wallets that were allowed before are asked, the most recently used first.
 * - `disconnected`: a wallet has to be chosen.
 * - `connecting`: the chosen wallet has to agree.
 * - `otherChain`: connected, but to another chain than the deployment's.
 * - `connected`: ready to sign.
 */
export type ConnectionStep = 'reconnecting' | 'disconnected' | 'connecting' | 'otherChain' | 'connected'

/** The connection of the page to a wallet, with what the user can do about it. */
export function useConnecting(chain: ChainView) {
  const connection = useConnection()
  const connect = useConnect()
  const disconnect = useDisconnect()
  const switchChain = useSwitchChain()
  const [asked, setAsked] = useState<WalletChoice>()
  /** Set once the user has done something, so that a connection in the background doesn't take over the dialog. */
  const [isChoosing, setChoosing] = useState(false)
  const [problem, setProblem] = useState<MessageId>()

  const attempt = async (act: () => Promise<unknown>) => {
    setProblem(undefined)
    try {
      await act()
    } catch (error) {
      const text = problemOf(error)
      if (text === 'wallet.problem.failed') log('warn', 'A wallet did not respond as expected', error)
      setProblem(text)
    }
  }
  const choose = async (choice: WalletChoice) => {
    setChoosing(true)
    setAsked(choice)
    await attempt(() => connect.mutateAsync({ connector: choice.connector }))
    setAsked(undefined)
  }
  const isConnected = connection.status === 'connected'
  return {
    step: stepOf({
      isConnected,
      isAsked: asked !== undefined,
      isChoosing,
      status: connection.status,
      chain,
      connection,
    }),
    connection,
    asked,
    problem,
    choose,
    /** Returns to the list; the wallet's own window stays open until the user closes it. */
    giveUp: () => setAsked(undefined),
    leave: () => {
      setChoosing(true)
      return attempt(() => disconnect.mutateAsync())
    },
    toChain: () => attempt(() => switchChain.mutateAsync({ chainId: chain.chainId })),
    isSwitching: switchChain.isPending,
    forget: () => setProblem(undefined),
  }
}

interface Facts {
  isConnected: boolean
  isAsked: boolean
  isChoosing: boolean
  status: string
  chain: Pick<ChainView, 'chainId'>
  connection: { chainId?: number | undefined }
}

function stepOf({ isConnected, isAsked, isChoosing, status, chain, connection }: Facts): ConnectionStep {
  if (isConnected) return connection.chainId === chain.chainId ? 'connected' : 'otherChain'
  if (isAsked) return 'connecting'
  return isChoosing || status === 'disconnected' ? 'disconnected' : 'reconnecting'
}
