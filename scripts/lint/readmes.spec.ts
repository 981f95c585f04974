import { describe, expect, it } from '@jest/globals'
import { inTree, matches, read, tableRows } from './tree.js'

const documents = [...inTree('**/README.md'), ...inTree('docs/**/*.md'), ...inTree('*.md')].filter(
  (file, i, all) => !file.startsWith('docs/decisions/2') && file !== 'CHANGELOG.md' && all.indexOf(file) === i,
)
const code = (patterns: readonly string[]) =>
  patterns
    .flatMap(inTree)
    .filter((file) => !/\.spec\.tsx?$/.test(file))
    .map(read)
    .join('\n')

/** The sources in which a command of this project reads its options. */
const SOURCES: readonly [command: RegExp, files: string[]][] = [
  [/^npm (?:start|run dev)\b/, ['scripts/start.mjs', 'local/launcher/src/**/*.ts']],
  [/^npm run bench\b/, ['scripts/bench.mjs', 'tests/bench/**/*.ts']],
  [/^npm run verify\b/, ['scripts/verify.mjs', 'tests/attacks/**/*.ts']],
  [/^npm (?:test|run test:more)\b/, ['scripts/test.mjs', 'scripts/test/**/*.mjs']],
]

/** Returns the commands of code spans and blocks, each with the rest of its line. */
const commandsIn = (text: string) =>
  matches(text, /`+(?:\w*\n)?([^`]+)`+/g)
    .flatMap((each) => each.replaceAll('\\\n', ' ').split('\n'))
    .map((line) => line.trim().replace(/^(?:[A-Z_]+=\S*\s+)+/, ''))
    .filter((line) => /^(?:npm|npx|node|docker) /.test(line))

/** Returns the sources of a command of this project; undefined for others, such as `docker compose`. */
function sourcesOf(command: string): string[] | undefined {
  const entry = /^node (\S+)\/dist\/(\S+)\.js\b/.exec(command)
  if (entry) return [`${entry[1]}/src/${entry[2]}.ts`, `${entry[1]}/src/**/options.ts`]
  return SOURCES.find(([pattern]) => pattern.test(command))?.[1]
}

/** Returns the options that a command does not have. */
function unknownOptions(command: string): string[] {
  const files = sourcesOf(command)
  if (!files) return []
  const source = code(files)
  const known = (option: string) =>
    [`'${option}`, `'${option.slice(2)}'`, ` ${option.slice(2)}:`].some((each) => source.includes(each))
  return matches(command, /(?:^|\s|\[)(--[a-z][\w-]*)/g).filter((option) => !known(option))
}

describe('commands in READMEs and guides', () => {
  const commands = documents.flatMap((file) => commandsIn(read(file)).map((command) => ({ file, command })))

  it('have options that exist', () => {
    expect(commands.filter(({ command }) => sourcesOf(command) && command.includes(' --')).length).toBeGreaterThan(8)
    const wrong = commands.flatMap(({ file, command }) =>
      unknownOptions(command).map((option) => `${file}: ${command}: ${option}`),
    )
    expect(wrong).toEqual([])
  })

  it.each([
    ['npm start -- --frsh', ['--frsh']],
    ['npm start -- --fresh', []],
    ['node libs/audit/dist/main.js kyc --signd -', ['--signd']],
    ['docker compose logs --no-log-prefix kyc', []],
  ])('%s has unknown options %j', (command, expected) => expect(unknownOptions(command)).toEqual(expected))
})

/** Tests follow these guides, which show code that only their readers add. */
const FOLLOWED = ['docs/guides/add-a-service.md', 'docs/guides/add-a-language.md']

describe('diffs in guides', () => {
  it('add only lines that exist in the code', () => {
    const source = new Set(
      inTree('{libs,services,web/src}/**/*.{ts,tsx,json}').flatMap((file) =>
        read(file)
          .split('\n')
          .map((line) => line.trim().replace(/,$/, '')),
      ),
    )
    const added = documents
      .filter((file) => !FOLLOWED.includes(file))
      .flatMap((file) =>
        matches(read(file), /```diff\n([\s\S]*?)```/g)
          .flatMap((diff) => matches(diff, /^\+(.*)$/gm))
          .map((line) => ({ file, line: line.trim().replace(/,$/, '') })),
      )
    expect(added.length).toBeGreaterThan(10)
    const isComment = (line: string) => /^(?:\/?\*|\/\/)/.test(line)
    expect(added.filter(({ line }) => !isComment(line) && !source.has(line))).toEqual([])
  })
})

describe('names in READMEs and guides', () => {
  it('include only settings and errors that occur in the code', () => {
    // Some settings are for tests only.
    const source = inTree(
      '{{libs,services,web,local,tests,scripts}/**/*.{ts,tsx,mjs,py,sh,yml},docker-compose.yml,jest.config.mjs,deploy/images/Dockerfile}',
    )
      .map(read)
      .join('\n')
    const known = new Set(source.match(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g))
    const names = documents.flatMap((file) =>
      matches(read(file), /`([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)(?:=[^`]*)?`/g).map((name) => ({ file, name })),
    )
    expect(names.length).toBeGreaterThan(100)
    expect(names.filter(({ name }) => !known.has(name))).toEqual([])
  })
})

describe('exports in READMEs of libraries', () => {
  it.each(inTree('libs/*/README.md'))('%s names only exports of its package', (file) => {
    const source = code([file.replace('README.md', 'src/**/*.ts')])
    const words = new Set(source.match(/\w+/g))
    const cells = tableRows(read(file)).flatMap(([first, second]) =>
      first?.startsWith('`@hissa/') ? [first.replace(/`@hissa[^`]*`/, ''), second!] : [first!],
    )
    const names = cells.flatMap((cell) =>
      matches(cell.replaceAll(/`[\w-]+\.ts`/g, ''), /`@?(?:\w+\.)?([A-Za-z]\w+)(?:\(.*?\))?`/g),
    )
    // Error codes may come from another package.
    expect(names.filter((name) => !words.has(name) && !/^[A-Z_]+$/.test(name))).toEqual([])
  })

  it('exist for each library', () => {
    const folders = inTree('libs/{*,testing/*}/package.json').map((file) => file.replace('package.json', 'README.md'))
    expect(folders.length).toBeGreaterThan(10)
    expect(folders.filter((file) => !inTree(file).length)).toEqual([])
  })

  it.each(inTree('{libs/*,libs/testing/*,local/*,services/*}/README.md'))('%s names its tests', (file) => {
    expect(read(file)).toMatch(/^(?:Tests: |## Tests|## How it is tested)[\s\S]*\btest\/|\.(?:spec|e2e)\.ts`/m)
  })
})

describe('the README of a package', () => {
  const SCREEN = { rows: 80, columns: 140 }
  const rowsOf = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / SCREEN.columns)), 0)

  it.each(inTree('{libs/*,libs/testing/*,local/*,services/*,web,verifiers}/README.md'))(
    '%s fits on one screen',
    (file) => expect(rowsOf(read(file))).toBeLessThanOrEqual(SCREEN.rows),
  )

  it('links to its document in docs, if there is one', () => {
    const details = inTree('docs/packages/*.md')
    const linked = inTree('{libs,local,services}/*/README.md').flatMap((file) =>
      matches(read(file), /\]\(\.\.\/\.\.\/(docs\/packages\/[\w-]+\.md)\)/g),
    )
    expect(details.length).toBeGreaterThan(5)
    expect(details.filter((file) => !linked.includes(file))).toEqual([])
  })
})

/**
 * A count in a document, and its source in the code. Both patterns have one group; for a list the matches are counted.
 */
const COUNTS: readonly [file: string, stated: RegExp, source: string, pattern: RegExp][] = [
  [
    'local/launcher/README.md',
    /: (\w+) fictional applicants/,
    'local/launcher/src/seed/sample-cases.ts',
    /^ {4}(name: 'sample-[^ ']+')/gm,
  ],
  ['services/property/README.md', /\((\d+) synthetic listings/, 'services/property/sample/listings.csv', /\n(.+)/g],
  ['docs/packages/ledger.md', /At most ([\d,]+) changes wait/, 'libs/ledger/src/committer.ts', /maxQueued: ([\d_]+)/],
  ['docs/packages/ledger.md', /items of a chunk \((\d+)\)/, 'libs/ledger/src/runs.ts', /CHUNK = (\d+)/],
  ['libs/messaging/README.md', /outbox rows (\d+) days/, 'libs/messaging/src/retention.ts', /outboxRow: (\d+)/],
  ['libs/messaging/README.md', /dead letters (\d+) days/, 'libs/messaging/src/retention.ts', /deadLetter: (\d+)/],
  ['libs/messaging/README.md', /inbox rows (\d+)/, 'libs/messaging/src/retention.ts', /inboxRow: (\d+)/],
  ['libs/auth/README.md', /holds\s+([\d,]+) sessions/, 'libs/auth/src/revocations.ts', /MAX_ENTRIES = ([\d_]+)/],
  [
    'services/identity/README.md',
    /(\w+) tries, five codes/,
    'services/identity/src/codes/code.ts',
    /MAX_ATTEMPTS = (\d+)/,
  ],
  [
    'services/notification/README.md',
    /within (\w+) tries/,
    'services/notification/src/messages/send-queue.ts',
    /TRIES = (\d+)/,
  ],
  [
    'services/notification/README.md',
    /tried for (\w+) days/,
    'services/notification/src/messages/send-message.ts',
    /GIVE_UP_AFTER_MS = (\d+)/,
  ],
  [
    'docs/product.md',
    /page \| \[(\d+) minutes\]/,
    'services/investment/src/orders/order.model.ts',
    /RESERVATION_MS = (\d+)/,
  ],
  ['docs/product.md', /period \| (\d+) hours/, 'services/investment/src/raises/raise.ts', /COOLING_OFF_HOURS = (\d+)/],
  ['docs/product.md', /, (\w+) in total/, 'services/investment/src/rules/reservation-rules.ts', /OPEN_ORDERS = (\d+)/],
  ['docs/product.md', /check\w* \| (\d+) ms/, 'web/src/app/gates.tsx', /ONBOARDING_DELAY_MS = (\d+)/],
]
const WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

const numberOf = (text: string) => {
  const word = WORDS.indexOf(text.toLowerCase())
  return word >= 0 ? word : Number(text.replaceAll(/[,_]/g, ''))
}

function counted(text: string, pattern: RegExp): number {
  if (pattern.global) return matches(text, pattern).length
  return numberOf(pattern.exec(text)?.[1] ?? 'nothing')
}

describe('counts in READMEs', () => {
  it.each(COUNTS)('%s: %s matches %s', (file, stated, source, pattern) => {
    const expected = counted(read(source), pattern)
    expect(expected).toBeGreaterThan(0)
    expect(counted(read(file), stated)).toBe(expected)
  })
})
