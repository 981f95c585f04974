import type { IncomingMessage } from 'node:http'
import { problem, type ProblemError } from './problem.js'

/** This machine by any of its names; an IPv6 address in brackets or without. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/
const PORT = /:\d{1,5}$/

/** Returns whether a name or address, in lower case and without a port, is this machine's own loopback. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)

/** Returns whether only this machine reaches a server: at the address that it listens on, and at its public one. */
export const isLocalOnly = (address: string, publicUrl: string): boolean =>
  isLoopback(address) && isLoopback(new URL(publicUrl).hostname)

/** Returns the hosts that a public address and a list of names, with commas between them, name. */
export const hostsOf = (publicUrl: string, names = ''): ReadonlySet<string> =>
  new Set([new URL(publicUrl).hostname, ...names.toLowerCase().split(',')].map((name) => name.trim()).filter(Boolean))

/**
 * Returns whether a request names one of `hosts` or this machine as its host, exactly once. Other names are those of
 * sites that let their name lead here, so that a browser takes this server for theirs (DNS rebinding). `hosts` are
 * names without ports, in lower case.
 */
export function namesOwnHost({ headers, rawHeaders }: IncomingMessage, hosts: ReadonlySet<string>): boolean {
  const stated = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  const name = (headers.host ?? '').toLowerCase().replace(PORT, '')
  return stated.length === 1 && (isLoopback(name) || hosts.has(name))
}

/** Returns the refusal of a request that names another host, two hosts or none. */
export const refuseHost = (): ProblemError =>
  problem('BAD_REQUEST', 400, 'The request must name exactly one host, and one of this server.')
