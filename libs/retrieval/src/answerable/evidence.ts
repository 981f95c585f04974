import { type Prediction } from '../intent/intent-classifier.js'
import { type SearchResult } from '../search/passage.js'

/** The intent of questions that no article answers. */
export const OFF_TOPIC = ''

/** What is known of a question before it is answered; each value is from 0 to 1. */
export interface Evidence {
  /** Score of the best passage, divided by the best possible one. */
  readonly share: number
  /** Share of the question's weight that the best passage contains. */
  readonly coverage: number
  /** Similarity with the nearest question of the best passage. */
  readonly likeness: number
  /** Distance from the best passage of another article, relative to the best score. */
  readonly gap: number
  /** Log-odds that the question is about any article, by the classifier: 0.5 is even, each 1/12 a factor of e. */
  readonly topic: number
  /** Share of the question's words that the index knows. */
  readonly known: number
  /** `topic` times `known`: a likely topic counts less if words of the question are unknown. */
  readonly support: number
}

/** The evidence in the order of a model's weights. */
export const EVIDENCE = ['share', 'coverage', 'likeness', 'gap', 'topic', 'known', 'support'] as const

/** Returns the evidence of a search, and of all predictions of a classifier whose intents are articles and OFF_TOPIC. */
export function evidenceOf(result: SearchResult, predictions: readonly Prediction[] = []): Evidence {
  const [best] = result.hits
  const known = result.words === 0 ? 0 : result.knownWords / result.words
  const topic = logOdds(
    predictions.reduce((sum, { intent, probability }) => sum + (intent === OFF_TOPIC ? 0 : probability), 0),
  )
  const common = { topic, known, support: topic * known }
  if (!best) return { share: 0, coverage: 0, likeness: 0, gap: 0, ...common }
  const other = result.hits.find(({ passage }) => passage.articleId !== best.passage.articleId)
  const gap = best.score > 0 ? Math.min(1, 1 - Math.max(0, other?.score ?? 0) / best.score) : 0
  const { share, coverage, likeness } = best
  return { share, coverage, likeness, gap, ...common }
}

/** Returns the log-odds of a probability, from -6 to 6, in the range from 0 to 1. */
function logOdds(probability: number): number {
  const odds = (probability + 1e-9) / (1 - probability + 1e-9)
  return (Math.max(-6, Math.min(6, Math.log(odds))) + 6) / 12
}
