import { problem } from '@hissa/kernel'
import type { Bus } from '@hissa/messaging'

/** What the other services know, as a test changes it, and what they were asked. */
interface Known {
  /** Units of each investor by property. */
  register: ReadonlyMap<string, ReadonlyMap<string, number>>
  countries: ReadonlyMap<string, string | null>
  listed: ReadonlySet<string>
  isListLoaded: boolean
  unreadable: ReadonlySet<string>
  asked: { name: string; input: Record<string, unknown> }[]
}

/** Answers the calls of the service in the place of identity, kyc and investment. */
export function answerCalls(bus: Bus, known: Known): void {
  const answer = (name: string, reply: (input: Record<string, unknown>) => object | null) =>
    bus.nc.subscribe(`rpc.${name}`, {
      callback: (_error, message) => {
        const { input } = message.json<{ data: { input: Record<string, unknown> } }>().data
        known.asked.push({ name, input })
        const output = reply(input)
        const unknown = problem('NOT_FOUND', 404, 'There is none.').toProblem()
        message.respond(JSON.stringify({ response: output ? { ok: true, output } : { ok: false, problem: unknown } }))
      },
    })
  answer('identity.getResidence', ({ userId }) => {
    const country = known.countries.get(String(userId))
    return { country: country === undefined ? 'AE' : country }
  })
  answer('kyc.screenWallet', ({ address }) => {
    const hit = { list: 'ofac', dataId: '1', listedName: 'Example' }
    const hits = known.listed.has(String(address).toLowerCase()) ? [hit] : []
    return { listDate: known.isListLoaded ? '2026-11-01' : null, hits }
  })
  answer('investment.listHolders', (input) => listHolders(known, input))
}

function listHolders({ register, unreadable }: Known, input: Record<string, unknown>): object | null {
  const { propertyId, limit, cursor } = input
  if (unreadable.has(String(propertyId))) return null
  const holders = [...(register.get(String(propertyId)) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))
  const from = Number(cursor ?? 0)
  const page = holders.slice(from, from + Number(limit)).map(([userId, held]) => ({ userId, units: held }))
  const next = from + page.length < holders.length ? { cursor: String(from + page.length) } : {}
  return { ledgerSeq: 1, holders: page, ...next }
}
