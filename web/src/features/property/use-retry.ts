import { useEffect, useState } from 'react'
import type { ApiError } from '../../api/problem.js'

const MAX_RETRIES = 2
const PAUSE_MS = 2_000
const WORTH_RETRYING = /timeout|failed|fetch/i

/**
 * Retries an error that mentions timeout, failed or fetch up to twice, two seconds apart (docs/product.md). Returns the
 * number of the current retry (0 for none) and a function that resets the count.
 */
export function useRetry(
  error: ApiError | undefined,
  busy: boolean,
  refetch: () => void,
): { retry: number; again: () => void } {
  const [tries, setTries] = useState(0)
  const due = Boolean(error) && !busy && tries < MAX_RETRIES && WORTH_RETRYING.test(error!.detail)
  useEffect(() => {
    if (!due) return
    const timer = setTimeout(() => {
      setTries(tries + 1)
      refetch()
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [due, tries]) // eslint-disable-line react-hooks/exhaustive-deps -- refetch is new on each render
  const again = () => {
    setTries(0)
    refetch()
  }
  return { retry: due ? tries + 1 : error && busy ? tries : 0, again }
}
