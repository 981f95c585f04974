import { useEffect, useState } from 'react'

const TICK_MS = 30_000

/**
 * Returns the business time in ms: `asOf`, the server's time of the last read, plus the time since, updated at times.
 */
export function useNow(asOf: string): number {
  const [now, setNow] = useState(() => Date.parse(asOf))
  useEffect(() => {
    const begunMs = performance.now()
    setNow(Date.parse(asOf))
    const timer = setInterval(() => setNow(Date.parse(asOf) + performance.now() - begunMs), TICK_MS)
    return () => clearInterval(timer)
  }, [asOf])
  return now
}
