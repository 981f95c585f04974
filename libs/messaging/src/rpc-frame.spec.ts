import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { CALL_ID, outputBytes, outputJson, replySerializer } from './rpc-frame.js'

const HEAD = '{"response":{"ok":true,"output":'
const TAIL = `},"isDisposed":true,"id":"${CALL_ID}"}`
const SUCCESS = '"success":true'
const outputs = fc.oneof(
  fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 }),
  // Texts that look like the packet around an output.
  fc.dictionary(fc.constantFrom('output', 'response', HEAD, TAIL), fc.constantFrom(HEAD, TAIL, '', '}'), {
    maxKeys: 4,
  }),
)

/** Returns a reply as it is sent. */
const sent = (response: object, id = CALL_ID) =>
  Buffer.from(replySerializer.serialize({ response, isDisposed: true, id } as never).data)
const bytesOf = (reply: Uint8Array, members?: string) => outputBytes(reply, members)?.toString()

describe('a reply', () => {
  it('is the same for an output and for its JSON in parts', () => {
    fc.assert(
      fc.property(outputs, fc.nat(), fc.constantFrom(CALL_ID, 'a"b'), (output, at, id) => {
        const json = Buffer.from(JSON.stringify(output))
        const parts = [json.subarray(0, at % json.length), json.subarray(at % json.length)]
        const reply = sent({ ok: true, json: parts }, id)
        expect(JSON.parse(reply.toString())).toEqual(JSON.parse(sent({ ok: true, output }, id).toString()))
        expect(reply.equals(sent({ ok: true, output }, id))).toBe(true)
      }),
    )
  })

  it('contains the JSON of its output, which is returned without parsing', () => {
    fc.assert(
      fc.property(outputs, (output) => {
        const json = JSON.stringify(output)
        expect(bytesOf(sent({ ok: true, output }))).toBe(json)
        expect(outputJson(output).toString()).toBe(json)
      }),
    )
  })

  it('is returned with further members before those of the output', () => {
    fc.assert(
      fc.property(outputs, (output) => {
        // An output that declares the member itself is not what any call has.
        delete (output as Record<string, unknown>)['success']
        const expected =
          Object.keys(output).length === 0 ? `{${SUCCESS}}` : `{${SUCCESS},${JSON.stringify(output).slice(1)}`
        expect(bytesOf(sent({ ok: true, output }), SUCCESS)).toBe(expected)
        expect(outputJson(output, SUCCESS).toString()).toBe(expected)
      }),
    )
  })

  it('shares its memory, and leaves what was received around it unchanged', () => {
    const reply = sent({ ok: true, output: { a: 1 } })
    const received = Buffer.concat([Buffer.from('before'), reply, Buffer.from('after')])
    const own = new Uint8Array(received.buffer, received.byteOffset + 6, reply.length)
    const body = outputBytes(own, SUCCESS)!
    expect([body.toString(), body.buffer === received.buffer]).toEqual([`{${SUCCESS},"a":1}`, true])
    expect([received.subarray(0, 6).toString(), received.subarray(-5).toString()]).toEqual(['before', 'after'])
  })

  it.each([
    ['a problem', sent({ ok: false, problem: { code: 'X' } })],
    ['an output that is not an object', sent({ ok: true, output: [1] })],
    ['no output', sent({ ok: true })],
    ['another id', sent({ ok: true, output: {} }, '2')],
    ['another order of members', Buffer.from('{"id":"1","response":{"ok":true,"output":{}},"isDisposed":true}')],
    ['nothing', Buffer.alloc(0)],
    ['half of it', sent({ ok: true, output: {} }).subarray(0, -3)],
  ])('is parsed if it has %s', (_, reply) => {
    expect(bytesOf(reply)).toBeUndefined()
  })

  it('is parsed if there is no room for the further members', () => {
    expect(bytesOf(sent({ ok: true, output: { a: 1 } }), `"long":"${'x'.repeat(HEAD.length)}"`)).toBeUndefined()
  })
})
