import { describe, expect, it } from '@jest/globals'
import { compareSchemas, type Schema } from './compare-schemas.js'

const text = { type: 'string' }
const integer = { type: 'integer' }
const object = (properties: Record<string, Schema>, required = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  required,
})
const oneOf = (...values: unknown[]): Schema => ({ type: 'string', enum: values })
const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })
const refund = object({ type: { type: 'string', const: 'refund' } })
const assign = object({ type: { type: 'string', const: 'assign' }, orderId: text })
const input = (before: Schema, after: Schema) => compareSchemas(before, after, { direction: 'input' })
const output = (before: Schema, after: Schema, openEnums = false) =>
  compareSchemas(before, after, { direction: 'output', openEnums })

type Pair = [name: string, before: Schema, after: Schema]

describe('compareSchemas', () => {
  describe('for input', () => {
    it.each<Pair>([
      ['nothing changed', object({ a: text }), object({ a: text })],
      ['a description changed', object({ a: text }), object({ a: { ...text, description: 'x' } })],
      ['an optional field was added', object({ a: text }), object({ a: text, b: text }, ['a'])],
      ['a field is optional now', object({ a: text }), object({ a: text }, [])],
      ['a value was added', oneOf('x'), oneOf('x', 'y')],
      ['null is accepted now', text, nullable(text)],
      ['a limit was raised', { ...text, maxLength: 5 }, { ...text, maxLength: 6 }],
      ['a lower limit was removed', { ...integer, minimum: 1 }, integer],
      ['a pattern was removed', { ...text, pattern: '^a$' }, text],
      ['numbers are accepted where integers were', integer, { type: 'number' }],
      ['an action was added', { anyOf: [refund] }, { oneOf: [refund, assign] }],
      ['a longer list is accepted', { type: 'array', items: text, maxItems: 2 }, { type: 'array', items: text }],
    ])('accepts that %s', (_, before, after) => expect(input(before, after)).toEqual([]))

    it.each<[...Pair, string]>([
      ['a required field was added', object({ a: text }), object({ a: text, b: text }), '/b is required now'],
      ['a field became required', object({ a: text }, []), object({ a: text }), '/a is required now'],
      ['a field was removed', object({ a: text, b: text }, []), object({ a: text }, []), '/b was removed'],
      ['a field was renamed', object({ a: text }, []), object({ b: text }, []), '/a was removed'],
      ['a type changed', object({ a: text }), object({ a: integer }), '/a no longer accepts type "string"'],
      ['a value was removed', oneOf('x', 'y'), oneOf('x'), 'the root no longer accepts "y"'],
      ['text became an enumeration', text, oneOf('x'), 'the root no longer accepts type "string"'],
      ['null is no longer accepted', nullable(text), text, 'the root no longer accepts type "null"'],
      [
        'a limit was lowered',
        { ...text, maxLength: 5 },
        { ...text, maxLength: 4 },
        'maxLength of the root changed from 5 to 4',
      ],
      ['a limit was added', integer, { ...integer, minimum: 1 }, 'minimum of the root changed from none to 1'],
      ['a pattern was added', text, { ...text, pattern: '^a$' }, 'pattern of the root changed from none to "^a$"'],
      ['fractions are no longer accepted', { type: 'number' }, integer, 'the root no longer accepts type "number"'],
      [
        'an action was removed',
        { oneOf: [refund, assign] },
        { oneOf: [refund] },
        'the root no longer accepts type "object"',
      ],
      [
        'a field within a list was removed',
        { type: 'array', items: object({ a: text }, []) },
        { type: 'array', items: object({}, []) },
        '/[]/a was removed',
      ],
      [
        'a pair became a triple',
        { type: 'array', prefixItems: [text] },
        { type: 'array', prefixItems: [text, text] },
        'the root has another number of items',
      ],
      ['any value became text', {}, text, 'the root no longer accepts type "any"'],
    ])('rejects that %s', (_, before, after, sentence) => expect(input(before, after)).toContain(sentence))
  })

  describe('for output', () => {
    it.each<Pair>([
      ['a field was added', object({ a: text }), object({ a: text, b: text })],
      ['a field is always present now', object({ a: text }, []), object({ a: text })],
      ['null no longer occurs', object({ a: nullable(text) }), object({ a: text })],
      ['a limit was lowered', { ...text, maxLength: 5 }, { ...text, maxLength: 4 }],
      ['only integers occur now', { type: 'number' }, integer],
    ])('accepts that %s', (_, before, after) => expect(output(before, after)).toEqual([]))

    it.each<[...Pair, string]>([
      ['a field was removed', object({ a: text, b: text }), object({ a: text }), '/b was removed'],
      ['an optional field was removed', object({ a: text }, []), object({}, []), '/a was removed'],
      ['a field may be absent', object({ a: text }), object({ a: text }, []), '/a may be absent now'],
      ['a field may be null', object({ a: text }), object({ a: nullable(text) }), '/a may now be type "null"'],
      ['a value was removed', oneOf('x', 'y'), oneOf('x'), 'the root no longer has the value "y"'],
      ['a value was added', oneOf('x'), oneOf('x', 'y'), 'the root may now be "y"'],
      ['a type changed', object({ a: integer }), object({ a: text }), '/a may now be type "string"'],
      ['fractions occur now', integer, { type: 'number' }, 'the root may now be type "number"'],
      [
        'a limit was raised',
        { ...text, maxLength: 5 },
        { ...text, maxLength: 6 },
        'maxLength of the root changed from 5 to 6',
      ],
      ['a limit was removed', { ...integer, minimum: 0 }, integer, 'minimum of the root changed from 0 to none'],
      ['an action was added', { oneOf: [refund] }, { oneOf: [refund, assign] }, 'the root may now be type "object"'],
    ])('rejects that %s', (_, before, after, sentence) => expect(output(before, after)).toContain(sentence))

    it('accepts new values for readers that accept unknown ones, but still no removed ones', () => {
      expect(output(oneOf('x'), oneOf('x', 'y'), true)).toEqual([])
      expect(output(oneOf('x', 'y'), oneOf('x'), true)).toEqual(['the root no longer has the value "y"'])
    })
  })

  it('follows references and joins the parts of allOf', () => {
    const resolve = (schemas: Record<string, Schema>) => (schema: Schema) =>
      typeof schema['$ref'] === 'string' ? schemas[schema['$ref']]! : schema
    const whole = { allOf: [{ $ref: 'base' }, object({ b: text })] }
    const found = compareSchemas(whole, whole, {
      direction: 'output',
      before: resolve({ base: object({ a: text }) }),
      after: resolve({ base: object({ a: integer }) }),
    })
    expect(found).toContain('/a may now be type "integer"')
  })
})
