import type { Hissa } from '@hissa/testing-driver/product'
import { getAs } from '@hissa/testing-helpers'
import { setTimeout as delay } from 'node:timers/promises'
import { portsOf } from '../support/listening.js'
import type { Metrics } from '../support/metrics.js'

const REFUSED = 400
const GIVE_UP_MS = 5_000
/** What a site sends whose name leads to this machine, and what two parsers could read differently. */
const FOREIGN = [['attacker.test'], ['localhost.attacker.test:8080'], ['localhost', 'attacker.test']]
/**
 * Processes that any site may reach: the user pool's interface is public and no browser keeps anything for it, and
 * anvil, on a free port, can't be told which hosts are its own.
 */
const OPEN = ['identity', 'anvil']
const PARTS = ['app', 'mail', 'payments', 'chain']

/** Counts the responses to requests that name a foreign host, on every port of every process of the product. */
export async function verifyHosts(metrics: Metrics, hissa: Hissa): Promise<void> {
  await metrics.measure('hosts.served', 'responses', 0, async () => {
    const { pids, urls } = hissa.run()
    const ports = Object.entries(pids).flatMap(([name, pid]) => (OPEN.includes(name) ? [] : portsOf(pid)))
    const missing = PARTS.filter((part) => !ports.includes(Number(new URL(urls[part]!).port)))
    if (missing.length > 0) throw new Error(`no process listens on the port of ${missing.join(', ')}`)
    const tries = ports.flatMap((port) => FOREIGN.map((hosts) => serves(port, hosts)))
    return (await Promise.all(tries)).filter(Boolean).length
  })
}

/** Returns whether a port answers over HTTP with anything but a refusal; engines have other protocols. */
async function serves(port: number, hosts: readonly string[]): Promise<boolean> {
  const gaveUp = delay(GIVE_UP_MS, undefined, { ref: false })
  const answer = getAs(`http://127.0.0.1:${port}/`, hosts).catch(() => undefined)
  const { status = Number.NaN } = (await Promise.race([answer, gaveUp])) ?? {}
  const isServed = !Number.isNaN(status) && status !== REFUSED
  if (isServed) console.log(`     port ${port} answered ${status} to the host ${hosts.join(' and ')}`)
  return isServed
}
