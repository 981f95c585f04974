import type { Output } from '@hissa/contracts'
import type { GetGlossary, GetQuiz, Lesson, LessonSummary, ListLearning, SearchLearning } from '@hissa/contracts/chat'
import { ArticleSection } from '@hissa/contracts/chat'
import { Inject, Injectable } from '@nestjs/common'
import { Knowledge, type PublishedArticle } from '../knowledge/knowledge.js'
import { languageOf } from '../language/words.js'
import { sentencesOf } from '../knowledge/passages.js'
import { chatTexts } from '../texts/chat.js'
import type { LearningFiles, PathFile } from './learning-files.js'
import { questionsOf } from './quiz.js'
import type { Language } from '../language/languages.js'

export const LEARNING = Symbol('LEARNING')

const WORDS_PER_MINUTE = 180
const MOST_RESULTS = 8
const MOST_RELATED = 3
const SEARCHED = 30
/** Below this share of the best match, and below this score, a passage has little to do with the search. */
const NEAR = 0.5
const LEAST_SCORE = 0.2

/** Shows the published articles as lessons: in paths, by topic, one at a time and by a search. */
@Injectable()
export class Lessons {
  constructor(
    private readonly knowledge: Knowledge,
    @Inject(LEARNING) private readonly files: LearningFiles,
  ) {}

  async list(language: Language): Promise<Output<typeof ListLearning>> {
    const published = await this.knowledge.published()
    const paths = this.files.paths.map(({ pathId, articles, quiz }) => {
      const { title, summary } = this.files.texts[language].paths[pathId]!
      const articleIds = articles.filter((articleId) => published.has(articleId))
      return { pathId, title, summary, articleIds, questions: quiz.questions.length, quizVersion: quiz.version }
    })
    const all = [...published.values()]
    const topics = ArticleSection.options.flatMap((section) => {
      const articleIds = all.filter(({ content }) => content.section === section).map(({ articleId }) => articleId)
      return articleIds.length > 0 ? [{ section, title: sectionTitle(section, language), articleIds }] : []
    })
    return { language, paths, topics, articles: all.map((article) => summaryOf(article, language)) }
  }

  /** Returns undefined for an article that isn't published. */
  async lesson(articleId: string, language: Language): Promise<Lesson | undefined> {
    const published = await this.knowledge.published()
    const article = published.get(articleId)
    if (!article) return undefined
    const { title, questions, body } = article.content.texts[language]
    const { section } = article.content
    const similar = await this.found(`${title} ${questions[0]}`, language)
    return {
      ...summaryOf(article, language),
      language,
      section: { id: section, title: sectionTitle(section, language) },
      paragraphs: body.split('\n\n'),
      related: similar
        .filter((found) => found.article.articleId !== articleId)
        .slice(0, MOST_RELATED)
        .map((found) => summaryOf(found.article, language)),
    }
  }

  /** Searches in the language of the text; `screen` decides for a text without words. */
  async search(text: string, screen: Language): Promise<Output<typeof SearchLearning>> {
    const language = languageOf(text, screen)
    const found = (await this.found(text, language)).slice(0, MOST_RESULTS)
    const results = found.map(({ article, passage }) => ({ ...summaryOf(article, language), passage }))
    return { language, results, count: results.length }
  }

  async glossary(language: Language): Promise<Output<typeof GetGlossary>> {
    const published = await this.knowledge.published()
    const collator = new Intl.Collator(language)
    const terms = this.files.glossary.map(({ termId, articleId }) => {
      const [term, definition] = this.files.texts[language].glossary[termId]!
      const title = published.get(articleId)?.content.texts[language].title
      return { termId, term, definition, article: title === undefined ? null : { articleId, title } }
    })
    return { language, terms: terms.sort((a, b) => collator.compare(a.term, b.term)) }
  }

  quiz(pathId: string, language: Language): Output<typeof GetQuiz> | undefined {
    const path = this.path(pathId)
    if (!path) return undefined
    const { title, questions } = this.files.texts[language].paths[pathId]!
    return { language, pathId, title, version: path.quiz.version, questions: questionsOf(path.quiz, questions) }
  }

  path(pathId: string): PathFile | undefined {
    return this.files.paths.find((path) => path.pathId === pathId)
  }

  /** Returns the texts of a path's quiz. */
  quizTexts(pathId: string, language: Language) {
    return this.files.texts[language].paths[pathId]!.questions
  }

  /** Returns the published articles that match a text with their best passage, best first. */
  private async found(text: string, language: Language): Promise<{ article: PublishedArticle; passage: string }[]> {
    const [index, published] = [await this.knowledge.current(), await this.knowledge.published()]
    const { hits } = index.search(text, language, SEARCHED)
    const least = Math.max(LEAST_SCORE, (hits[0]?.score ?? 0) * NEAR)
    const best = new Map<string, string>()
    for (const { passage, score } of hits)
      if (score >= least && !best.has(passage.articleId)) best.set(passage.articleId, passage.text)
    return [...best].flatMap(([articleId, passage]) => {
      const article = published.get(articleId)
      return article ? [{ article, passage }] : []
    })
  }
}

const sectionTitle = (section: ArticleSection, language: Language) => chatTexts(language)(`chat.section.${section}`)

function summaryOf({ articleId, version, content }: PublishedArticle, language: Language): LessonSummary {
  const { title, body } = content.texts[language]
  const words = body.split(/\s+/).length
  const summary = sentencesOf(body.split('\n\n')[0]!, language)[0]!
  const minutes = Math.max(1, Math.round(words / WORDS_PER_MINUTE))
  return { articleId, title, summary, minutes, reviewedAt: content.reviewedAt, version }
}
