import type { ImportFault } from '@hissa/contracts/chat'

/** A value and the line on which it is, from 1. */
export interface Placed {
  text: string
  line: number
}

export const FRONT_MATTER_FIELDS = ['title', 'section', 'reviewedAt'] as const
export type FrontMatterField = (typeof FRONT_MATTER_FIELDS)[number]

/** An article as its file states it; its values are not checked. */
export interface ArticleMarkdown {
  fields: Partial<Record<FrontMatterField, Placed>>
  questions: Placed[]
  body: Placed
}

export type LineFault = Pick<ImportFault, 'line' | 'code' | 'field'>

const FENCE = /^---\s*$/
const FIELD = /^([A-Za-z]+):(?:\s+(.*))?$/
const ITEM = /^\s+-\s+(.*)$/
const QUOTED = /^(["'])(.*)\1$/

/**
 * Reads an article: front matter with `title`, `section`, `reviewedAt` and a list of `questions`, and paragraphs. A
 * paragraph becomes one line of text.
 */
export function parseMarkdown(text: string): { article: ArticleMarkdown; faults: LineFault[] } {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  const end = FENCE.test(lines[0]!) ? lines.findIndex((line, index) => index > 0 && FENCE.test(line)) : -1
  if (end === -1) return { article: EMPTY, faults: [{ line: 1, code: 'front_matter', field: null }] }
  const { fields, questions, faults } = parseHead(lines.slice(1, end))
  return { article: { fields, questions, body: bodyOf(lines, end + 1) }, faults }
}

const EMPTY: ArticleMarkdown = { fields: {}, questions: [], body: { text: '', line: 1 } }

function parseHead(lines: readonly string[]) {
  const fields: ArticleMarkdown['fields'] = {}
  const questions: Placed[] = []
  const faults: LineFault[] = []
  let isInQuestions = false
  let hasQuestions = false
  lines.forEach((text, index) => {
    const line = index + 2
    if (text.trim() === '') return
    const item = ITEM.exec(text)
    if (item && isInQuestions) return questions.push({ text: unquoted(item[1]!), line })
    const [, name, value = ''] = FIELD.exec(text) ?? []
    isInQuestions = name === 'questions' && value.trim() === ''
    if (name === undefined) return faults.push({ line, code: 'front_matter', field: null })
    if (name === 'questions' ? hasQuestions : name in fields)
      return faults.push({ line, code: 'field_repeated', field: name })
    if (name === 'questions') {
      hasQuestions = true
      if (!isInQuestions) faults.push({ line, code: 'field_invalid', field: name })
    } else if (isField(name)) fields[name] = { text: unquoted(value), line }
    else faults.push({ line, code: 'field_unknown', field: name })
  })
  return { fields, questions, faults }
}

const isField = (name: string): name is FrontMatterField => FRONT_MATTER_FIELDS.some((field) => field === name)

const unquoted = (text: string) => text.trim().replace(QUOTED, '$2').trim()

function bodyOf(lines: readonly string[], from: number): Placed {
  const first = lines.findIndex((line, index) => index >= from && line.trim() !== '')
  const paragraphs = lines
    .slice(from)
    .join('\n')
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .split('\n')
        .map((line) => line.trim())
        .join(' '),
    )
  return { text: paragraphs.join('\n\n'), line: (first === -1 ? from : first) + 1 }
}
