import type { Timing } from '@hissa/kernel'
import * as z from 'zod/mini'
import { STATEMENT_LIMIT_BYTES } from './statement.js'

const TIMEOUT_MS = 5_000
const Listed = z.object({ statements: z.array(z.object({ number: z.int().check(z.positive()) })) })

/** The bank, if it is reached over a network. Every method throws BankUnavailable. */
export interface BankGateway {
  /** Gives the bank a payment file. The same file again changes nothing there. */
  send(file: Buffer): Promise<void>
  /** Returns the numbers of the statements after `after`, ascending. */
  statementsAfter(after: number): Promise<number[]>
  statement(number: number): Promise<Buffer>
}
export const BANK_GATEWAY = Symbol('BANK_GATEWAY')

/** Thrown when the bank cannot be reached, or answers something else than what was asked. Repeat it later. */
export class BankUnavailable extends Error {
  override readonly name = 'BankUnavailable'
}

/** Reaches the bank sandbox over HTTP. */
export class HttpBank implements BankGateway {
  constructor(
    private readonly url: string,
    private readonly timing: Timing,
  ) {}

  async send(file: Buffer): Promise<void> {
    const headers = { 'content-type': 'application/xml' }
    await this.ask('/files', { method: 'POST', headers, body: new Uint8Array(file) })
  }

  async statementsAfter(after: number): Promise<number[]> {
    const text = (await this.ask(`/statements?after=${after}`)).toString('utf8')
    try {
      return z.parse(Listed, JSON.parse(text)).statements.map(({ number }) => number)
    } catch (error) {
      throw new BankUnavailable('the list of statements can’t be read', { cause: error })
    }
  }

  statement(number: number): Promise<Buffer> {
    return this.ask(`/statements/${number}`)
  }

  private async ask(path: string, init: RequestInit = {}): Promise<Buffer> {
    const limit = new AbortController()
    const cancel = this.timing.after(TIMEOUT_MS, () => limit.abort())
    try {
      const response = await fetch(`${this.url}${path}`, { ...init, signal: limit.signal, redirect: 'error' })
      const body = await readBody(response)
      if (!response.ok) throw new BankUnavailable(`the bank answered ${response.status}`)
      return body
    } catch (error) {
      throw error instanceof BankUnavailable ? error : new BankUnavailable('the bank is not reached', { cause: error })
    } finally {
      cancel()
    }
  }
}

/** Reads a body of at most the size of a statement, and one byte more, by which a larger one is recognised. */
async function readBody(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let bytes = 0
  const stream: AsyncIterable<Uint8Array> | undefined = response.body ?? undefined
  for await (const part of stream ?? []) {
    bytes += part.byteLength
    if (bytes > STATEMENT_LIMIT_BYTES) throw new BankUnavailable('the bank’s answer is too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
