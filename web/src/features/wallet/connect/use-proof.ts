import { useEffect, useRef, useState } from 'react'
import { useConnection, useSignMessage } from 'wagmi'
import type { MessageId } from '../../../i18n/i18n.js'
import { log } from '../../../lib/log.js'
import { retryAtOf } from '../refusals.js'
import { useBeginWalletMutation, useProveWalletMutation } from '../wallet-api.js'
import { AccountChanged, problemOf } from './wallet-problem.js'

/** What is being waited for: the server's message, the wallet's signature, or the server's answer. */
export type ProofPhase = 'message' | 'signature' | 'answer'

/**
 * Proves that the connected wallet is the user's and requests the move of their shares: the server's message, its
 * signature by the wallet, and the proof. `send` returns whether the request was sent.
 */
export function useProof() {
  const { address } = useConnection()
  const sign = useSignMessage()
  const [begin] = useBeginWalletMutation()
  const [prove] = useProveWalletMutation()
  const [phase, setPhase] = useState<ProofPhase>()
  const [message, setMessage] = useState<string>()
  const [problem, setProblem] = useState<MessageId>()
  const [retryAt, setRetryAt] = useState<string>()
  const current = useRef(address)
  useEffect(() => {
    current.current = address
  }, [address])
  const send = async (): Promise<boolean> => {
    if (!address) return false
    setProblem(undefined)
    try {
      setPhase('message')
      const challenge = await begin(address).unwrap()
      setMessage(challenge.message)
      setPhase('signature')
      const signature = await sign.mutateAsync({ account: address, message: challenge.message })
      // The signature would be valid, but of an address that is no longer shown.
      if (current.current !== address) throw new AccountChanged()
      setPhase('answer')
      await prove({ challengeId: challenge.challengeId, signature }).unwrap()
      return true
    } catch (error) {
      const text = problemOf(error)
      if (text === 'wallet.problem.failed') log('warn', 'A wallet was not proven', error)
      setProblem(text)
      setRetryAt(retryAtOf(error))
      return false
    } finally {
      setPhase(undefined)
      setMessage(undefined)
    }
  }
  return { send, phase, message, problem, retryAt, forget: () => setProblem(undefined) }
}
