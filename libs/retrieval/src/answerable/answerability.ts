import { IntentClassifier, type LabelledQuestion } from '../intent/intent-classifier.js'
import { PassageIndex, type SearchOptions } from '../search/passage-index.js'
import { type Passage, type SearchResult } from '../search/passage.js'
import { detectLanguage } from '../text/normalise.js'
import { Calibration, type LabelledEvidence } from './calibration.js'
import { evidenceOf, OFF_TOPIC } from './evidence.js'

/** Questions are divided into this many parts; each is judged by what was learned from the others. */
const PARTS = 5
/** An answer to a question about anything else is as bad as this many questions declined that an article answers. */
const COST_OF_ANSWER = 3
const TRAINING = { leastQuestions: 1, cost: 0.5 }
const ON_TOPIC = 'on'

/** A search, and whether its first hits answer the question. */
export interface Judged extends SearchResult {
  readonly isAnswerable: boolean
}

/**
 * Searches passages and decides whether they answer a question. Labelled questions are questions of users, each with
 * the id of the article that answers it, or OFF_TOPIC: an article is also found by its labelled questions.
 */
export class Answerability {
  private constructor(
    private readonly index: PassageIndex,
    private readonly classifier: IntentClassifier,
  ) {}

  /** Learns from passages and labelled questions, in about a second for 200 passages and 2,000 questions. */
  static learn(passages: readonly Passage[], labelled: readonly LabelledQuestion[]): Answerability {
    const examples = [...examplesOf(passages), ...labelled].map(({ text, intent }) => ({
      text,
      intent: intent === OFF_TOPIC ? OFF_TOPIC : ON_TOPIC,
    }))
    return new Answerability(
      new PassageIndex(withQuestions(passages, labelled)),
      IntentClassifier.train(examples, TRAINING),
    )
  }

  /**
   * Learns which evidence suffices. No question is judged by what was learned from it. Takes as long as `learn` five
   * times, so the result should be stored.
   */
  static calibrate(passages: readonly Passage[], labelled: readonly LabelledQuestion[]): Calibration {
    const parts = Array.from({ length: PARTS }, (_, part) => labelled.filter((_, at) => at % PARTS === part))
    const evidence = parts.flatMap((questions, part): LabelledEvidence[] => {
      const learned = Answerability.learn(passages, parts.filter((_, other) => other !== part).flat())
      return questions.map(({ text, intent }) => ({
        evidence: learned.evidenceFor(text, learned.index.search(text)),
        isAnswerable: intent !== OFF_TOPIC,
      }))
    })
    return Calibration.fit(evidence, COST_OF_ANSWER)
  }

  /** Number of passages. */
  get size(): number {
    return this.index.size
  }

  /** Returns the passages of one language that match best, and whether they answer the question. */
  search(question: string, calibration: Calibration, options: SearchOptions = {}): Judged {
    const result = this.index.search(question, options)
    return { ...result, isAnswerable: calibration.isAnswerable(this.evidenceFor(question, result)) }
  }

  private evidenceFor(question: string, result: SearchResult) {
    return evidenceOf(result, this.classifier.predict(question, Infinity))
  }
}

/** Returns what a classifier can learn from passages: their questions, headings and sentences, with the article's id. */
function examplesOf(passages: readonly Passage[]): LabelledQuestion[] {
  return passages.flatMap(({ articleId: intent, title, section, text, questions }) =>
    [title, section, ...questions, ...text.split(/(?<=[.?!؟])\s+/)].map((example) => ({ text: example, intent })),
  )
}

function withQuestions(passages: readonly Passage[], labelled: readonly LabelledQuestion[]): Passage[] {
  const asked = new Map<string, string[]>()
  for (const { text, intent } of labelled) {
    const article = `${detectLanguage(text)}:${intent}`
    asked.set(article, [...(asked.get(article) ?? []), text])
  }
  return passages.map((passage) => {
    const more = asked.get(`${passage.language}:${passage.articleId}`) ?? []
    return { ...passage, questions: [...passage.questions, ...more] }
  })
}
