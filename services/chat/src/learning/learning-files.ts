import { existsSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '../language/languages.js'

const ids = z.array(z.string()).check(z.minLength(1))

/** What does not depend on the language: order, articles, and which option is right. */
const Structure = z.object({
  paths: z.array(
    z.object({
      pathId: z.string(),
      articles: ids,
      quiz: z.object({
        /** Raised when a question, an option or its meaning changes. */
        version: z.int().check(z.positive()),
        questions: z.array(z.object({ questionId: z.string(), options: ids, right: z.string() })).check(z.minLength(1)),
      }),
    }),
  ),
  glossary: z.array(z.object({ termId: z.string(), articleId: z.string() })),
})

const line = z.string().check(z.minLength(1), z.maxLength(200))
/** A question, and for each option its text and why it is right or wrong. */
const Question = z.catchall(z.object({ text: line }), z.tuple([line, line]))
/** The texts of one language. */
const Texts = z.object({
  paths: z.record(z.string(), z.object({ title: line, summary: line, questions: z.record(z.string(), Question) })),
  /** Term and definition. */
  glossary: z.record(z.string(), z.tuple([line, line])),
})

export type PathFile = z.infer<typeof Structure>['paths'][number]
export type QuizFile = PathFile['quiz']
export type LearningTexts = z.infer<typeof Texts>

/** Learning paths with their quizzes, and the glossary. */
export interface LearningFiles extends z.infer<typeof Structure> {
  texts: Record<Language, LearningTexts>
}

/**
 * Reads `learning.json` of a folder of articles, and the texts in `<language>/learning.json`. Throws if a path or term
 * names an article that has no file, if ids repeat or differ between the languages, or if a right option does not exist.
 */
export function readLearning(folder: URL): LearningFiles {
  const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
  const structure = z.parse(Structure, read('learning.json'))
  const texts = Object.fromEntries(
    LANGUAGE_CODES.map((language) => [language, z.parse(Texts, read(`${language}/learning.json`))]),
  ) as Record<Language, LearningTexts>
  const files = { ...structure, texts }
  const hasArticle = (articleId: string) => existsSync(new URL(`${DEFAULT_LANGUAGE}/${articleId}.md`, folder))
  const faults = faultsOf(files, hasArticle)
  if (faults.length > 0) throw new Error(`the learning files are wrong: ${faults.join('; ')}`)
  return files
}

/** Returns what is wrong in the files of learning; empty if nothing is. */
export function faultsOf(
  { paths, glossary, texts }: LearningFiles,
  hasArticle: (articleId: string) => boolean,
): string[] {
  const named = [...paths.flatMap(({ articles }) => articles), ...glossary.map(({ articleId }) => articleId)]
  const missing = named.filter((articleId) => !hasArticle(articleId)).map((id) => `there is no article ${id}`)
  const questions = paths.flatMap(({ quiz }) => quiz.questions)
  const wrong = questions
    .filter(({ options, right }) => !options.includes(right))
    .map(({ questionId, right }) => `${questionId} has no option ${right}`)
  const repeated = [
    ...repeatsIn(paths.map(({ pathId }) => pathId)),
    ...repeatsIn(glossary.map(({ termId }) => termId)),
    ...paths.flatMap(({ articles }) => repeatsIn(articles)),
    ...paths.flatMap(({ quiz }) => repeatsIn(quiz.questions.map(({ questionId }) => questionId))),
  ].map((id) => `${id} occurs twice`)
  const expected = idsOf({ paths, glossary })
  const different = LANGUAGE_CODES.flatMap((language) => {
    const given = idsOfTexts(texts[language])
    return [
      ...expected.filter((id) => !given.includes(id)).map((id) => `${language} lacks ${id}`),
      ...given.filter((id) => !expected.includes(id)).map((id) => `${language} has an unknown ${id}`),
    ]
  })
  return [...missing, ...wrong, ...repeated, ...different]
}

const idsOf = ({ paths, glossary }: Pick<LearningFiles, 'paths' | 'glossary'>) => [
  ...paths.flatMap(({ pathId, quiz }) => [
    pathId,
    ...quiz.questions.flatMap(({ questionId, options }) =>
      options.map((option) => `${pathId}.${questionId}.${option}`),
    ),
  ]),
  ...glossary.map(({ termId }) => `glossary.${termId}`),
]

const idsOfTexts = ({ paths, glossary }: LearningTexts) => [
  ...Object.entries(paths).flatMap(([pathId, { questions }]) => [
    pathId,
    ...Object.entries(questions).flatMap(([questionId, question]) =>
      optionsOf(question).map((option) => `${pathId}.${questionId}.${option}`),
    ),
  ]),
  ...Object.keys(glossary).map((termId) => `glossary.${termId}`),
]

const optionsOf = (question: object) => Object.keys(question).filter((key) => key !== 'text')

const repeatsIn = (list: readonly string[]) => list.filter((id, index) => list.indexOf(id) !== index)
