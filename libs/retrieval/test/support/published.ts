import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LabelledQuestion } from '../../src/intent/intent-classifier.js'

const folder = (name: string) => join(process.env.HISSA_TEST_DATA ?? '', name)

/** Whether the folder of HISSA_TEST_DATA has a set of published questions. */
export const hasData = (name: string) => Boolean(process.env.HISSA_TEST_DATA) && existsSync(folder(name))

/** A question and the texts of which each is a right answer. */
export interface AnsweredQuestion {
  readonly question: string
  readonly answers: ReadonlySet<string>
}

/** Returns the distinct questions and answers of BankFAQs; letter case and spaces make no difference. */
export function readBankFaq(): { questions: AnsweredQuestion[]; answers: string[] } {
  const answersOf = new Map<string, Set<string>>()
  for (const [question = '', answer = ''] of readCsv('qa-bankfaq/BankFAQs.csv')) {
    if (!question || !answer) continue
    const own = answersOf.get(oneSpelling(question)) ?? new Set()
    answersOf.set(oneSpelling(question), own.add(oneSpelling(answer)))
  }
  const questions = [...answersOf].map(([question, answers]) => ({ question, answers }))
  return { questions, answers: [...new Set(questions.flatMap(({ answers }) => [...answers]))] }
}

/** Returns the training questions of banking77. */
export function readBanking77(): LabelledQuestion[] {
  return readCsv('qa-banking77/train.csv').map(([text = '', intent = '']) => ({ text, intent }))
}

/** A section of a file: its heading, and its text without headings. */
export interface Section {
  readonly id: string
  readonly file: string
  readonly heading: string
  readonly body: string
}

/** Returns the sections with a body of the published notes on UAE property. */
export function readUaeSections(): Section[] {
  return readdirSync(folder('kb-uae-aibroker'))
    .sort()
    .flatMap((file) => {
      const parts = readFileSync(join(folder('kb-uae-aibroker'), file), 'utf8')
        .split(/^#{1,4} /m)
        .slice(1)
      return parts.map((part, place) => {
        const [heading = '', ...body] = part.split('\n')
        return { id: `${file}/${place}`, file, heading: heading.trim(), body: body.join('\n').trim() }
      })
    })
    .filter(({ body }) => body !== '')
}

const oneSpelling = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** Returns the rows of a CSV file without its header. Quoted cells can contain commas, quotes and line ends. */
function readCsv(path: string): string[][] {
  const text = readFileSync(folder(path), 'utf8')
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== ',') rows.push([])
  }
  return rows.slice(1).filter((row) => row.length > 1)
}
