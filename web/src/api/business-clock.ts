import { useEffect, useState } from 'react'
import { serverNowMs } from './server-clock.js'
import { useServices } from './services.js'

/**
 * Returns the business time now in ms: the server's, as its latest response dated it, otherwise that of the page. The
 * user's own clock may be wrong by hours.
 */
export function useBusinessNow(): () => number {
  const { nowMs } = useServices()
  return () => serverNowMs() ?? nowMs + performance.now()
}

/** Returns the ms left until an ISO time, updated every second until it has passed; never negative. */
export function useTimeLeft(until: string): number {
  const now = useBusinessNow()
  const read = () => Math.max(0, Date.parse(until) - now())
  const [leftMs, setLeft] = useState(read)
  const isOver = leftMs === 0
  useEffect(() => {
    setLeft(read())
    if (isOver && read() === 0) return
    const timer = setInterval(() => setLeft(read()), 1_000)
    return () => clearInterval(timer)
  }, [until, isOver]) // eslint-disable-line react-hooks/exhaustive-deps -- the clock is that of the page
  return leftMs
}
