import * as z from 'zod/mini'
import { count, defineRpc, Locale, version } from '../core.js'
import { INVALID_FIELDS, VERSION_CONFLICT } from '../errors.js'
import { ArticleId } from './knowledge.js'

/** Most files of one import. */
export const IMPORT_MOST_FILES = 100
/** Largest import: all its texts in UTF-8. */
export const IMPORT_MOST_BYTES = 80_000
/** The columns of a CSV file of questions, in any order. */
export const IMPORT_CSV_COLUMNS = ['article', 'language', 'question'] as const

/** Returns the size of texts in UTF-8. */
export const bytesOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + new TextEncoder().encode(text).length, 0)

/**
 * A Markdown file with an article in one language, whose name is `<language>/<id>.md` or `<id>.<language>.md`, or a CSV
 * file with questions.
 */
export const ImportFile = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  text: z.string(),
})
export type ImportFile = z.infer<typeof ImportFile>

const files = z.array(ImportFile).check(
  z.minLength(1),
  z.maxLength(IMPORT_MOST_FILES),
  z.refine((list) => bytesOf(list.map(({ text }) => text)) <= IMPORT_MOST_BYTES, {
    error: `The files are larger than ${IMPORT_MOST_BYTES} bytes in total`,
  }),
)

/** What is wrong with a line of a file. `field` is the name of a front matter field, of a CSV column or of a part. */
export const ImportFault = z.object({
  file: z.string(),
  /** From 1; 0 for the whole file. */
  line: count,
  code: z.enum([
    'file_name',
    'front_matter',
    'field_unknown',
    'field_missing',
    'field_repeated',
    'field_invalid',
    'field_too_long',
    'too_many',
    'future',
    'text_repeated',
    'csv',
    'column_missing',
    'article_unknown',
    'language_missing',
  ]),
  field: z.nullable(z.string()),
})
export type ImportFault = z.infer<typeof ImportFault>

/** What an import does to the draft of an article. */
export const ImportChange = z.object({
  articleId: ArticleId,
  effect: z.enum(['new', 'changed', 'unchanged']),
  /** The version of the article that was compared; 0 for a new article. */
  version,
  /** The languages whose text changes. */
  languages: z.array(Locale),
  /** The parts that change. */
  parts: z.array(z.enum(['section', 'reviewedAt', 'title', 'body', 'questions'])),
  newQuestions: count,
  /** Whether a proposal is open, which expires. */
  endsProposal: z.boolean(),
})
export type ImportChange = z.infer<typeof ImportChange>

const staff = ['content', 'admin'] as const

/** Returns what an import would change, by article, and its faults by file and line. Changes nothing. */
export const CheckImport = defineRpc({
  name: 'chat.checkImport',
  access: staff,
  input: z.object({ files }),
  output: z.object({ changes: z.array(ImportChange), faults: z.array(ImportFault) }),
  errors: [],
})

/**
 * Saves the drafts of an import: all or none. Nothing is published. `versions` are those of the check; files with faults
 * are invalid fields.
 */
export const ApplyImport = defineRpc({
  name: 'chat.applyImport',
  access: staff,
  timeoutMs: 15_000,
  input: z.object({
    files,
    versions: z.array(z.object({ articleId: ArticleId, version })).check(z.maxLength(1_000)),
  }),
  output: z.object({ saved: z.array(ArticleId) }),
  errors: [VERSION_CONFLICT, INVALID_FIELDS],
})
