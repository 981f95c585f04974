import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { LANGUAGES } from '../../libs/texts/src/languages.js'
import { checkCatalogues } from './texts/catalogues.js'
import { checkLooseTexts, checkUses, readSources } from './texts/sources.js'

const root = join(import.meta.dirname, '../..')

describe('texts', () => {
  const { problems, messages } = checkCatalogues(root, LANGUAGES)

  it('are complete and consistent in every language', () => {
    expect(messages.size).toBeGreaterThan(1_000)
    expect(problems).toEqual([])
  })

  it('are all used, with their values', () => {
    const sources = readSources(root)
    expect(sources.uses.filter(({ ids }) => ids.some((id) => messages.has(id))).length).toBeGreaterThan(700)
    expect(checkUses(sources, messages)).toEqual([])
  })

  it('are in catalogues and not in the code', () => {
    expect(checkLooseTexts(root)).toEqual([])
  })
})

describe('the text checks', () => {
  let dir: string
  const french = { name: 'Français', dir: 'ltr', tag: 'fr' } as const
  const OWNER = 'services/notification/src/texts'
  const write = (file: string, content: object | string) => {
    mkdirSync(dirname(join(dir, file)), { recursive: true })
    writeFileSync(join(dir, file), typeof content === 'string' ? content : JSON.stringify(content))
  }
  const { en, ar } = LANGUAGES
  const check = (languages: Parameters<typeof checkCatalogues>[1] = { en, ar }) =>
    checkCatalogues(dir, languages).problems
  const six = (form: string) =>
    ['zero', 'one', 'two', 'few', 'many', 'other'].map((key) => `${key} {${form}}`).join(' ')

  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'hissa-texts-'))
  })
  afterAll(() => rmSync(dir, { recursive: true }))

  const fresh = (english: object, arabic: object) => {
    rmSync(dir, { recursive: true })
    write(`${OWNER}/en/emails.json`, english)
    write(`${OWNER}/ar/emails.json`, arabic)
  }

  it('list what a new language lacks, file by file and text by text', () => {
    const folders = ['services/*/src/**', 'libs/*/src/**', 'web/src/i18n']
    const files = globSync(
      folders.map((folder) => `${folder}/{en,ar}/*.json`),
      { cwd: root },
    )
    rmSync(dir, { recursive: true })
    for (const file of files) cpSync(join(root, file), join(dir, file), { recursive: true })
    expect(check()).toEqual([])
    const english = files.filter((file) => file.includes('/en/')).sort()
    const target = (file: string) => file.replace('/en/', '/fr/')
    const languages = { en, ar, fr: french }
    expect(check(languages)).toEqual(english.map((file) => `${target(file)}: is missing; translate ${file}`))

    for (const file of english) cpSync(join(root, file), join(dir, target(file)))
    const read = (file: string) => JSON.parse(readFileSync(join(dir, file), 'utf8')) as Record<string, string>
    // French has a plural form for millions that English doesn't have, and other marks; nothing else is missing.
    const untranslated = check(languages)
    expect(untranslated.length).toBeGreaterThan(0)
    expect(
      untranslated.filter(
        (problem) => !/\/fr\/.*" (lacks the plural many|has (no no-break space|straight quotes).*)$/.test(problem),
      ),
    ).toEqual([])

    const emails = `${OWNER}/fr/emails.json`
    const { 'email.footer': _, ...rest } = read(emails)
    write(emails, { ...rest, 'email.paid.subject': 'Paiement reçu' })
    expect(check(languages).filter((problem) => problem.startsWith(emails))).toEqual([
      `${emails}: "email.footer" is missing`,
      `${emails}: "email.paid.subject" takes nothing instead of total`,
    ])
  })

  it('report an unknown language, and an area that English does not have', () => {
    fresh({ 'email.hello': 'Hello' }, { 'email.hello': 'مرحباً' })
    expect(check()).toEqual([])
    write(`${OWNER}/fr/emails.json`, { 'email.hello': 'Bonjour' })
    write(`${OWNER}/ar/letters.json`, {})
    expect(check()).toEqual([
      `${OWNER}/ar/letters.json: there is no ${OWNER}/en/letters.json`,
      `${OWNER}/fr/emails.json: "fr" is not in libs/texts/src/languages.ts`,
    ])
  })

  it('report ids, values, tags and plural forms that differ, and invalid texts', () => {
    const english = {
      'email.a': 'Hello {name}',
      'email.b': 'One <money/>',
      'email.c': '{n, plural, one {# day} other {# days}}',
      'email.d': 'Text',
      'email.e': '{n, plural, zero {none} one {# day} other {# days}}',
    }
    const arabic = {
      'email.a': 'مرحباً',
      'email.b': 'واحد',
      'email.c': '{n, plural, one {#} other {#}}',
      'email.f': ' ',
    }
    fresh(english, { ...arabic, 'email.e': `{n, plural, ${six('#')}}` })
    expect(check()).toEqual([
      `${OWNER}/en/emails.json: "email.e" is not valid: The plural case zero is not valid in this locale at line 1 col 13:`,
      `${OWNER}/ar/emails.json: "email.c" lacks the plural zero, two, few, many`,
      `${OWNER}/ar/emails.json: "email.f" is empty`,
      `${OWNER}/ar/emails.json: "email.d" is missing`,
      `${OWNER}/ar/emails.json: "email.f" is not in ${OWNER}/en/emails.json`,
      `${OWNER}/ar/emails.json: "email.a" takes nothing instead of name`,
      `${OWNER}/ar/emails.json: "email.b" takes nothing instead of <money>`,
    ])
  })

  it('report typography that a language does not use, except in the texts of the specification', () => {
    const english = { 'email.a': "You're here", 'email.b': 'Saving...', 'email.c': 'Processing...', 'email.d': '’…' }
    const arabic = {
      'email.a': 'قل "نعم"',
      'email.b': 'جارٍ الحفظ...',
      'email.c': 'حالي\u064b\u0627',
      'email.d': '«حالياً»…',
    }
    fresh(english, arabic)
    expect(check()).toEqual([
      `${OWNER}/en/emails.json: "email.a" has a straight apostrophe instead of ’`,
      `${OWNER}/en/emails.json: "email.b" has three dots instead of …`,
      `${OWNER}/ar/emails.json: "email.a" has straight quotes instead of « »`,
      `${OWNER}/ar/emails.json: "email.b" has three dots instead of …`,
      `${OWNER}/ar/emails.json: "email.c" has a tanwin before its alif instead of after it`,
    ])
  })

  it('report an id that two files have', () => {
    fresh({ 'email.a': 'A' }, { 'email.a': 'أ' })
    write('web/src/i18n/en/home.json', { 'email.a': 'A' })
    write('web/src/i18n/ar/home.json', { 'email.a': 'أ' })
    expect(check()).toEqual(['web/src/i18n/en/home.json: "email.a" is in another file too'])
  })

  it('report unused texts, missing or extra values, and texts in the code', () => {
    const english = { 'email.a': 'Hello {name}', 'email.kind.x': 'X', 'email.unused': 'No', 'email.tag': 'A <b/> {n}' }
    fresh(english, english)
    write(
      'services/notification/src/a.ts',
      "t('email.a', { nam: 1 }); texts(language)('email.a'); t(`email.kind.${x}`)",
    )
    write('web/src/b.tsx', 'const a = <Text id="email.tag" values={{ n: 1 }} />')
    write('web/src/c.spec.ts', "t('email.unused')")
    write('web/src/d.ts', "const text = 'مرحباً'")
    expect(checkUses(readSources(dir), checkCatalogues(dir, LANGUAGES).messages)).toEqual([
      '"email.unused" is not used',
      'services/notification/src/a.ts: "email.a" lacks name',
      'services/notification/src/a.ts: "email.a" doesn\'t take nam',
      'services/notification/src/a.ts: "email.a" lacks name',
      'web/src/b.tsx: "email.tag" lacks <b>',
    ])
    expect(checkLooseTexts(dir)).toEqual(['web/src/d.ts: has a text that belongs in a catalogue'])
  })
})
