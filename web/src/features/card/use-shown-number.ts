import type { Output } from '@hissa/contracts'
import type { ShowInvestorCard } from '@hissa/contracts/investment'
import { useEffect, useState } from 'react'
import type { ApiError } from '../../api/problem.js'
import { useShowInvestorCardMutation } from './card-api.js'

/** How long a number stays visible. */
export const SHOWN_S = 30

export type ShownNumber = Output<typeof ShowInvestorCard>

/**
 * Shows the number of a card for half a minute, or until the window is left. The number is only in this component's state:
 * the store forgets the answer at once.
 */
export function useShownNumber(issue: number) {
  const [ask, { isLoading }] = useShowInvestorCardMutation()
  const [shown, setShown] = useState<ShownNumber | null>(null)
  const [secondsLeft, setSecondsLeft] = useState(SHOWN_S)
  const hide = () => setShown(null)

  useEffect(() => {
    if (!shown) return
    const ticks = setInterval(() => setSecondsLeft((left) => left - 1), 1_000)
    const end = setTimeout(hide, SHOWN_S * 1_000)
    return () => {
      clearInterval(ticks)
      clearTimeout(end)
    }
  }, [shown])

  useEffect(() => {
    if (!shown) return
    const hideAway = () => document.hidden && hide()
    window.addEventListener('blur', hide)
    document.addEventListener('visibilitychange', hideAway)
    return () => {
      window.removeEventListener('blur', hide)
      document.removeEventListener('visibilitychange', hideAway)
    }
  }, [shown])

  /** Returns the error if the number can't be shown. */
  const show = async (): Promise<ApiError | undefined> => {
    const request = ask(issue)
    const answer = await request
    request.reset()
    if (!answer.data) return answer.error as ApiError
    setSecondsLeft(SHOWN_S)
    setShown(answer.data)
    return undefined
  }
  return { shown, secondsLeft, show, hide, isLoading }
}
