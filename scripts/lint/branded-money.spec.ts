import { describe, expect, it } from '@jest/globals'
import { Linter } from 'eslint'
import tseslint from 'typescript-eslint'
import { brandedMoney } from './rules/branded-money.mjs'

const linter = new Linter()
const TYPES = `
  type Fils = number & { readonly brand: 'Fils' }
  type Units = number & { readonly brand: 'Units' }
  declare function fils(value: number): Fils
  declare const z: any
`

/** Returns what the rule reports about `code`, one word per report. */
function reports(code: string, inferred = true): (string | undefined)[] {
  const parserOptions = { projectService: { allowDefaultProject: ['*.ts'] }, tsconfigRootDir: import.meta.dirname }
  const messages = linter.verify(
    `${TYPES}\n${code}`,
    [
      {
        files: ['**/*.ts'],
        languageOptions: { parser: tseslint.parser, parserOptions },
        plugins: { hissa: { rules: { 'branded-money': brandedMoney } } },
        rules: { 'hissa/branded-money': ['error', { inferred }] },
      },
    ],
    { filename: `${import.meta.dirname}/checked.ts` },
  )
  return messages.map(({ messageId, message }) => messageId ?? message)
}

describe('the lint rule for branded money', () => {
  it.each([
    ['a member of an interface', 'interface Order { amountFils: number }'],
    ['an optional member', 'interface Order { refundFils?: number }'],
    ['a member that may be null', 'type Order = { minimumFils: number | null }'],
    ['a list', 'interface Problem { nearestFils: readonly number[] }'],
    ['a pair', 'interface Problem { nearestFils: [number, number] }'],
    ['a number of units', 'interface Order { units: number }'],
    ['a name that begins with units', 'interface Raise { unitsTotal: number }'],
    ['a name that ends in units', 'interface Rule { largestSmallUnits: number }'],
    ['a property of a class', 'class Cart { totalFils: number = 1 }'],
    ['a property of a constructor', 'class Cart { constructor(readonly totalFils: number) {} }'],
    ['a parameter', 'function pay(amountFils: number) {}'],
    ['a parameter of an arrow function', 'export const pay = (amountFils: number) => {}'],
    ['a parameter with a default', 'function pay(amountFils = 5) {}'],
    ['a parameter of a function type', 'interface Props { onAmount: (amountFils: number) => void }'],
    ['a parameter of a method type', 'interface Props { onAmount(amountFils: number): void }'],
    ['a member of a literal type', 'function pay({ amountFils: paid }: { amountFils: number }) {}'],
    ['a variable', 'let totalFils: number'],
    ['a constant', 'export const MINIMUM_FILS = 200_000'],
    ['a sum, which is not branded', 'const a = fils(1); const totalFils = a + a'],
    ['the result of a function', 'declare const a: Fils; function halfFils() { return a / 2 }'],
    ['the result of an arrow function', 'const doubleFils = (a: Fils) => a * 2'],
    ['the result of a method', 'class Cart { totalFils(): number { return 1 } }'],
    ['the result of a method type', 'interface Cart { totalFils(): number }'],
    ['the value of a promise', 'interface Cart { totalFils(): Promise<number> }'],
  ])('rejects a plain number as %s', (_, code) => {
    expect(reports(code)).toEqual(expect.arrayContaining(['plain']))
  })

  it.each([
    ['alone', 'z.object({ amountFils: z.int() })'],
    ['optional', 'z.object({ amountFils: z.optional(z.number()) })'],
    ['checked', 'z.object({ amountFils: z.int().check(z.positive()) })'],
    ['in a list', 'z.object({ nearestFils: z.array(z.int()) })'],
    ['as units', 'z.object({ units: z.int() })'],
    ['in a constant', 'const unitPriceFils = z.int()'],
  ])('rejects a number of zod %s', (_, code) => expect(reports(code)).toEqual(['schema']))

  it.each(['5 as Fils', '5 as Units'])('rejects the cast %s', (code) => expect(reports(code)).toEqual(['cast']))

  it.each([
    'interface Order { amountFils: Fils; units?: Units; nearestFils: [Fils, Fils]; leastFils: Fils | null }',
    'function pay({ amountFils }: { amountFils: Fils }, units: Units): Fils { return amountFils }',
    'class Cart { constructor(readonly totalFils: Fils) {} halfFils(): Promise<Fils> { throw 1 } }',
    'const totalFils = fils(5)',
    'const amountOf = { unitsOf: (id: string) => id }',
    'const setAmountFils = (amount: Fils) => {}',
    'const index = { priceFils: 1, units: { type: Number } }',
    'const schema = z.object({ amountFils: z.optional(z.fils), version: z.int(), unitless: z.int() })',
    'interface Payment { amount: number; count: number; feeBasisPoints: number; filsign: number; communitiesUnited: number }',
  ])('allows %s', (code) => expect(reports(code)).toEqual([]))

  it('checks only declared types if configured so', () => {
    expect(reports('const amountFils = 5; const twiceFils = (a: number) => a * 2', false)).toEqual([])
    const written = 'let amountFils: number; interface A { units: number } function halfFils(): number { return 1 }'
    expect(reports(written, false)).toEqual(['plain', 'plain', 'plain'])
  })
})
