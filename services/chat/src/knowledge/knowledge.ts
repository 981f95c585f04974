import { ArticlePublished, type ArticleContent } from '@hissa/contracts/chat'
import { LOGGER, TIMING, type Logger, type Timing } from '@hissa/kernel'
import { BUS, subjectOf, type Bus } from '@hissa/messaging'
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common'
import { Measures } from '../measures.js'
import type { Article } from './article.js'
import { ArticleStore } from './article.store.js'
import { ImportArticles } from './import-articles.js'
import { QUESTIONS, readCalibration, readLabelledQuestions } from './labelled-questions.js'
import { indexPassages, type PassageIndex } from './passage-index.js'
import { passagesOf } from './passages.js'

/** A missed event takes effect after this time at most. */
export const COMPARE_ARTICLES_EVERY_MS = Symbol('COMPARE_ARTICLES_EVERY_MS')

/** An article in its published version. */
export interface PublishedArticle {
  articleId: string
  version: number
  content: ArticleContent
}

/**
 * Holds the published articles and their index. Each replica subscribes to published versions and rebuilds them; it also
 * compares the version with the store from time to time.
 */
@Injectable()
export class Knowledge implements OnApplicationBootstrap {
  private readonly labelled = readLabelledQuestions(QUESTIONS)
  private readonly calibration = readCalibration()
  private index: PassageIndex | undefined
  private articles: ReadonlyMap<string, PublishedArticle> = new Map()
  private version = -1
  private checkedAtMs = 0
  private isStale = true
  private checking: Promise<void> | undefined

  constructor(
    private readonly store: ArticleStore,
    private readonly files: ImportArticles,
    private readonly measures: Measures,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(COMPARE_ARTICLES_EVERY_MS) private readonly compareEveryMs: number,
    @Inject(TIMING) private readonly timing: Timing,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const published = await this.files.execute()
    if (published > 0) this.logger.info({ published }, 'articles were imported')
    this.bus.nc.subscribe(subjectOf(ArticlePublished.type), {
      callback: (error) => {
        if (error) return this.logger.error({ err: error }, 'the subscription to articles failed')
        this.isStale = true
      },
    })
    await this.current()
  }

  /** Returns the index, rebuilt if a version was published since. */
  async current(): Promise<PassageIndex> {
    if (this.isStale || this.timing.elapsedMs() - this.checkedAtMs > this.compareEveryMs)
      await (this.checking ??= this.check().finally(() => (this.checking = undefined)))
    return this.index!
  }

  /** Returns the published articles by id, in the order of their ids. */
  async published(): Promise<ReadonlyMap<string, PublishedArticle>> {
    await this.current()
    return this.articles
  }

  private async check(): Promise<void> {
    this.isStale = false
    try {
      // Read before the articles: a version that is published in between is found by the next check.
      const version = await this.store.publishedCount()
      if (version !== this.version) {
        const articles = await this.store.list()
        this.index = indexPassages(articles.flatMap(passagesOf), this.labelled, this.calibration)
        this.articles = new Map(articles.flatMap(publishedOf))
        this.version = version
        this.measures.indexed(version, this.index.size)
      }
      this.checkedAtMs = this.timing.elapsedMs()
    } catch (error) {
      this.isStale = true
      throw error
    }
  }
}

const publishedOf = ({ articleId, contentVersion, published }: Article): [string, PublishedArticle][] =>
  published ? [[articleId, { articleId, version: contentVersion, content: published }]] : []
