import type { Browser, CDPSession, Page } from 'playwright-core'

/**
 * The reference phone of the performance budget: a quarter of this CPU, 1.6 Mbit/s, 150 ms latency and an empty cache.
 */
const CPU_SLOWDOWN = 4
const BYTES_PER_S = (1.6 * 1_000_000) / 8
const LATENCY_MS = 150
const PHONE = { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
/** Time without a long task or a response after which a page counts as settled. */
const QUIET_MS = 2_500
const POLL_MS = 250
const LONG_TASK_MS = 50

export interface Load {
  /** Largest contentful paint. */
  lcpMs: number
  /** Total blocking time: the part of each long task beyond 50 ms, including tasks before the first paint. */
  tbtMs: number
  longestTaskMs: number
  /** Bytes transferred until the page settled, including headers. */
  bytes: number
  requests: number
}

interface Observed {
  lcpMs: number
  lastEventMs: number
  tasks: number[]
  nowMs: number
}

/** Opens an address as a phone with an empty cache and waits until the page has settled. */
export async function loadCold(browser: Browser, address: string): Promise<Load> {
  const context = await browser.newContext({ ...PHONE, locale: 'en-AE' })
  try {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    const network = await throttle(cdp)
    await page.addInitScript(observe)
    await page.goto(address, { waitUntil: 'load', timeout: 60_000 })
    const { lcpMs, tasks } = await settled(page)
    const blocked = tasks.map((task) => Math.max(0, task - LONG_TASK_MS))
    return {
      lcpMs: Math.round(lcpMs),
      tbtMs: Math.round(blocked.reduce((sum, task) => sum + task, 0)),
      longestTaskMs: Math.round(Math.max(0, ...tasks)),
      ...network,
    }
  } finally {
    await context.close()
  }
}

/** Throttles the CPU and the network, and counts the bytes and requests. */
async function throttle(cdp: CDPSession): Promise<{ bytes: number; requests: number }> {
  const network = { bytes: 0, requests: 0 }
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: false })
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_S,
    uploadThroughput: BYTES_PER_S,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    network.bytes += encodedDataLength
    network.requests += 1
  })
  return network
}

/** Collects paints, long tasks and responses. Runs in the page before the page's scripts. */
function observe(): void {
  const seen = { lcpMs: 0, lastEventMs: 0, tasks: [] as number[] }
  Object.assign(globalThis, { hissaSeen: seen })
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) =>
      list.getEntries().forEach((entry) => {
        seen.lastEventMs = Math.max(seen.lastEventMs, entry.startTime + entry.duration)
        note(entry)
      }),
    ).observe({ type, buffered: true })
  watch('largest-contentful-paint', ({ startTime }) => (seen.lcpMs = startTime))
  watch('longtask', ({ duration }) => seen.tasks.push(duration))
  watch('resource', () => undefined)
}

async function settled(page: Page): Promise<Observed> {
  for (;;) {
    const seen = await page.evaluate(() => ({
      ...(globalThis as unknown as { hissaSeen: Omit<Observed, 'nowMs'> }).hissaSeen,
      nowMs: performance.now(),
    }))
    if (seen.lcpMs > 0 && seen.nowMs - seen.lastEventMs > QUIET_MS) return seen
    await page.waitForTimeout(POLL_MS)
  }
}
