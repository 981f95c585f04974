import type { Correction } from '../cases/stored-reading.js'

/** Machine-readable lines found in the text of a picture. TD2 is a card of two lines of 36. */
export interface FoundLines {
  format: Format
  lines: string[]
  corrections: Correction[]
  /** How many check digits do not match, and how many characters can't be in their place. */
  failing: number
}

export type Format = 'TD1' | 'TD2' | 'TD3'

/**
 * The kind of each character: `a` letter or filler, `d` digit, `f` digit or filler, `s` sex, `x` any. Source: ICAO 9303
 * parts 4 to 6.
 */
const SHAPES: Record<Format, readonly string[]> = {
  TD3: [kinds('44a'), kinds('9x d 3a 7d s 7d 14x f d')],
  TD2: [kinds('36a'), kinds('9x f 3a 7d s 7d 7x d')],
  TD1: [kinds('5a 9x f 15x'), kinds('7d s 7d 3a 11x d'), kinds('30a')],
}
function kinds(text: string): string {
  return text.replace(/(\d+)(\w) ?| /g, (_, count?: string, kind?: string) => (kind ?? '').repeat(Number(count ?? 0)))
}

/** Index of a line, and the characters from the first up to but not including the second. */
type Part = readonly [line: number, from: number, to: number]
/** The characters of which each check digit is made, and its place. */
const CHECKS: Record<Format, readonly { of: readonly Part[]; at: readonly [line: number, column: number] }[]> = {
  TD3: [
    { of: [[1, 0, 9]], at: [1, 9] },
    { of: [[1, 13, 19]], at: [1, 19] },
    { of: [[1, 21, 27]], at: [1, 27] },
    { of: [[1, 28, 42]], at: [1, 42] },
    {
      of: [
        [1, 0, 10],
        [1, 13, 20],
        [1, 21, 43],
      ],
      at: [1, 43],
    },
  ],
  TD2: [
    { of: [[1, 0, 9]], at: [1, 9] },
    { of: [[1, 13, 19]], at: [1, 19] },
    { of: [[1, 21, 27]], at: [1, 27] },
    {
      of: [
        [1, 0, 10],
        [1, 13, 20],
        [1, 21, 35],
      ],
      at: [1, 35],
    },
  ],
  TD1: [
    { of: [[0, 5, 14]], at: [0, 14] },
    { of: [[1, 0, 6]], at: [1, 6] },
    { of: [[1, 8, 14]], at: [1, 14] },
    {
      of: [
        [0, 5, 30],
        [1, 0, 7],
        [1, 8, 15],
        [1, 18, 29],
      ],
      at: [1, 29],
    },
  ],
}
/** Which line has the names, and on which a filler may be missing or too many. */
const NAMES: Record<Format, number> = { TD3: 0, TD2: 0, TD1: 2 }

const TO_DIGIT: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  B: '8',
  S: '5',
  Z: '2',
  G: '6',
}
const TO_LETTER: Readonly<Record<string, string>> = {
  ...{ '0': 'O', '1': 'I', '3': 'J', '8': 'B', '5': 'S', '2': 'Z', '6': 'G' },
}
/** Pairs that look alike and that a check digit tells apart; G and 6, for example, have the same remainder. */
const ALIKE: Readonly<Record<string, string>> = {
  ...{ O: '0', '0': 'O', I: '1', '1': 'I', B: '8', '8': 'B', S: '5', '5': 'S', Z: '2', '2': 'Z' },
}
/** More than two changes could make any number fit its digit. */
const MOST_CHANGES = 2
/** How many characters a line may lack or have too many of: fillers at its end, or noise at its start. */
const SLACK = 3
/** Type and issuing state, before the names of a passport. */
const CODED = 5
const SHORTEST = 30 - SLACK

/**
 * Finds machine-readable lines in recognised text; undefined if it has none. Characters are corrected only where the
 * standard allows no other kind of character, or where exactly one replacement makes the check digit match.
 */
export function findLines(text: string): FoundLines | undefined {
  const rows = text
    .split('\n')
    .map((row) => row.toUpperCase().replace(/[^A-Z0-9<]/g, ''))
    .filter((row) => row.length >= SHORTEST)
  const found = (['TD3', 'TD2', 'TD1'] as const).flatMap((format) => candidates(rows, format))
  return found.sort((one, other) => one.failing - other.failing || one.corrections.length - other.corrections.length)[0]
}

/** Returns whether text looks like that of machine-readable lines, so that reading it more carefully may help. */
export const hasTraces = (text: string): boolean =>
  text.split('\n').filter((row) => (row.match(/</g)?.length ?? 0) >= 4 && row.length >= 20).length > 0

function candidates(rows: readonly string[], format: Format): FoundLines[] {
  const shapes = SHAPES[format]
  const width = shapes[0]!.length
  const found: FoundLines[] = []
  for (let first = 0; first + shapes.length <= rows.length; first += 1) {
    const taken = rows.slice(first, first + shapes.length)
    if (taken.some((row) => Math.abs(row.length - width) > SLACK)) continue
    const names = nameLine(taken[NAMES[format]]!, width, format === 'TD1' ? 0 : CODED)
    if (!starts(format, taken[0]!) || names === undefined) continue
    let variants: string[][] = [[]]
    for (const [index, row] of taken.entries()) {
      const fits = index === NAMES[format] ? [names] : fitted(row, width)
      variants = variants.flatMap((lines) => fits.map((fit) => [...lines, fit]))
    }
    found.push(...variants.map((lines) => corrected(format, lines)))
  }
  return found
}

const starts = (format: Format, row: string) => (format === 'TD3' ? /^.{0,2}P/ : /^.{0,2}[ACI1]/).test(row)

/**
 * Fits a line with names: the fillers at its end carry no meaning, and there is nothing after the given names. `coded` is the
 * number of characters before the names.
 */
function nameLine(row: string, width: number, coded: number): string | undefined {
  const start = coded > 0 ? row.indexOf('P') : row.search(/[A-Z]/)
  const from = coded > 0 && start < 0 ? row.search(/[AIC]/) : start
  if (from < 0) return undefined
  const [surname, given = ''] = row.slice(from + coded).split('<<')
  const names = given ? `${surname}<<${given}` : surname
  return `${row.slice(from, from + coded)}${names}`.slice(0, width).padEnd(width, '<')
}

/** Returns the ways to give a line its width: without noise at an end, or with one filler more or less in its longest run. */
function fitted(row: string, width: number): string[] {
  const more = row.length - width
  if (more === 0) return [row]
  const runs = [...row.matchAll(/<+/g)].sort((one, other) => other[0].length - one[0].length)
  const run = runs[0]
  const inRun = run
    ? [row.slice(0, run.index) + '<'.repeat(Math.max(0, run[0].length - more)) + row.slice(run.index + run[0].length)]
    : []
  const atEnds = more > 0 ? Array.from({ length: more + 1 }, (_, from) => row.slice(from, from + width)) : []
  return [...inRun, ...atEnds].filter((line) => line.length === width)
}

function corrected(format: Format, read: readonly string[]): FoundLines {
  const shaped = read.map((line, index) =>
    [...line].map((char, at) => shape(char, SHAPES[format][index]![at]!)).join(''),
  )
  let lines = shaped
  // The last check digit covers the others, so it is only compared.
  for (const check of CHECKS[format].slice(0, -1)) lines = proven(lines, format, check) ?? lines
  const corrections = read.flatMap((line, index) =>
    [...line].flatMap((from, at) => {
      const to = lines[index]![at]!
      return from === to ? [] : [{ line: index + 1, column: at + 1, from, to }]
    }),
  )
  const failing = CHECKS[format].filter((check) => !matches(lines, check)).length + misplaced(lines, format)
  return { format, lines, corrections, failing }
}

const FITS: Readonly<Record<string, RegExp>> = { a: /[A-Z<]/, d: /\d/, f: /[\d<]/, s: /[FMX<]/, x: /./ }

/** Counts the characters of a kind that the standard doesn't allow in their place; check digits are counted by `CHECKS`. */
const misplaced = (lines: readonly string[], format: Format): number =>
  lines.reduce(
    (sum, line, index) =>
      sum +
      [...line].filter((char, at) => !FITS[SHAPES[format][index]![at]!]!.test(char) && !isCheck(format, index, at))
        .length,
    0,
  )

const isCheck = (format: Format, line: number, column: number) =>
  CHECKS[format].some(({ at }) => at[0] === line && at[1] === column)

function shape(char: string, kind: string): string {
  if (kind === 'd' || kind === 'f') return TO_DIGIT[char] ?? char
  return kind === 'a' ? (TO_LETTER[char] ?? char) : char
}

type Check = (typeof CHECKS)[Format][number]

/** Returns the lines with the fewest changes that make a check digit match, if there is exactly one way. */
function proven(lines: string[], format: Format, check: Check): string[] | undefined {
  if (matches(lines, check)) return lines
  const [[line, from, to]] = check.of as [Part]
  const places = Array.from({ length: to - from }, (_, index) => from + index).filter(
    (at) => SHAPES[format][line]![at] === 'x' && ALIKE[lines[line]![at]!] !== undefined,
  )
  let tried = [{ lines, next: 0 }]
  for (let changes = 1; changes <= MOST_CHANGES; changes += 1) {
    tried = tried.flatMap((each) =>
      places.flatMap((at, index) =>
        index < each.next ? [] : [{ lines: swapped(each.lines, line, at), next: index + 1 }],
      ),
    )
    const fitting = tried.filter((each) => matches(each.lines, check))
    if (fitting.length > 0) return fitting.length === 1 ? fitting[0]!.lines : undefined
  }
  return undefined
}

const swapped = (lines: string[], line: number, at: number): string[] =>
  lines.map((text, index) => (index === line ? text.slice(0, at) + ALIKE[text[at]!]! + text.slice(at + 1) : text))

/** Returns whether a check digit matches: weights 7, 3 and 1. An empty field may have a filler, and so may a long number. */
function matches(lines: readonly string[], { of, at: [line, column] }: Check): boolean {
  const text = of.map(([part, from, to]) => lines[part]!.slice(from, to)).join('')
  const digit = lines[line]![column]!
  if (digit === '<') return /^<+$/.test(text) || (column === 14 && line === 0)
  const sum = [...text].reduce((total, char, index) => total + valueOf(char) * [7, 3, 1][index % 3]!, 0)
  return String(sum % 10) === digit
}

function valueOf(char: string): number {
  if (char === '<') return 0
  return /\d/.test(char) ? Number(char) : char.charCodeAt(0) - 55
}
