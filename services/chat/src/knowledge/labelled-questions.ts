import { Answerability, Calibration, OFF_TOPIC, type CalibrationModel, type LabelledQuestion } from '@hissa/retrieval'
import { readFileSync } from 'node:fs'
import { KNOWLEDGE, readArticles } from './article-files.js'
import { passagesOf, type Passage } from './passages.js'
import { LANGUAGE_CODES } from '../language/languages.js'

/** The folder of the labelled questions that the assistant learns from. */
export const QUESTIONS = new URL('questions/', KNOWLEDGE)
/** Which evidence suffices for an answer, as `npm run generate -- --calibration` writes it. */
export const CALIBRATION = new URL('calibration.json', KNOWLEDGE)

/**
 * Reads labelled questions: `on-topic.<language>.txt` with a line `<article id> | <question>` for each question that an
 * article answers, and `off-topic.<language>.txt` with a line for each that none does. Throws for a line without an
 * article.
 */
export function readLabelledQuestions(folder: URL): LabelledQuestion[] {
  const linesOf = (name: string) => readFileSync(new URL(name, folder), 'utf8').trim().split('\n')
  return LANGUAGE_CODES.flatMap((language) => [
    ...linesOf(`on-topic.${language}.txt`).map((line) => {
      const [intent, text] = line.split(' | ')
      if (!intent || !text) throw new Error(`no article in "${line}"`)
      return { intent, text }
    }),
    ...linesOf(`off-topic.${language}.txt`).map((text) => ({ intent: OFF_TOPIC, text })),
  ])
}

/** Returns the stored calibration. */
export const readCalibration = (): Calibration =>
  Calibration.from(JSON.parse(readFileSync(CALIBRATION, 'utf8')) as CalibrationModel)

/** Learns from the labelled questions which evidence suffices, for the articles of a folder. Takes some seconds. */
export const calibrate = (articles: URL): Calibration =>
  Answerability.calibrate(passagesIn(articles), readLabelledQuestions(QUESTIONS))

/** Returns the passages of a folder's articles, as if all were published. */
export const passagesIn = (folder: URL): Passage[] =>
  readArticles(folder).flatMap(({ articleId, content }) => passagesOf({ ...IMPORTED, articleId, published: content }))
const IMPORTED = { state: 'published', version: 1, contentVersion: 1, draft: null, approvalId: null } as const
