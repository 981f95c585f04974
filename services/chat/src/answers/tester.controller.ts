import { ok, type Answer, type Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/chat'
import { Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { languageOf } from '../language/words.js'
import { Unanswered } from '../unanswered/unanswered.js'
import { Answers, usedOf } from './answers.js'
import { routeOf } from './route.js'
import { languageFor } from '../language/languages.js'

/** Handles the calls by which staff look into answers and into questions without one. */
@Controller()
export class TesterController {
  constructor(
    private readonly answers: Answers,
    private readonly unanswered: Unanswered,
  ) {}

  @Rpc(contracts.SearchKnowledge)
  async search(
    @Input() { text, language: screen }: InputOf<typeof contracts.SearchKnowledge>,
  ): Promise<Answer<typeof contracts.SearchKnowledge>> {
    const language = languageOf(text, languageFor(screen))
    const route = routeOf(text, { hasProperty: false })
    const found = await this.answers.search(text, language)
    const used = usedOf(found)
    const hits = found.hits.map(({ passage, score }) => {
      const { articleId, title, text: words } = passage
      return { articleId, title, passage: words, score, used: route.to === 'articles' && used.includes(passage) }
    })
    if (route.to === 'account')
      return ok({ decision: 'account', tool: route.intent, reason: null, language, answer: null, hits })
    const { kind, text: said, citations } = await this.answers.answer({ text, language: languageFor(screen) })
    const weak = hits.length > 0 ? ('weak_passages' as const) : ('no_passage' as const)
    const reason = kind === 'declined' ? 'advice' : kind === 'unknown' ? weak : null
    return ok({ decision: kind, tool: null, reason, language, answer: { text: said, citations }, hits })
  }

  @Rpc(contracts.ListUnanswered)
  async listUnanswered(
    @Input() { limit }: InputOf<typeof contracts.ListUnanswered>,
  ): Promise<Answer<typeof contracts.ListUnanswered>> {
    const [rows, count] = await Promise.all([this.unanswered.list(limit), this.unanswered.count()])
    const questions = rows.map(({ text, language, count, firstAt, lastAt }) => ({
      ...{ text, language, count, firstAt: firstAt.toISOString(), lastAt: lastAt.toISOString() },
    }))
    return ok({ questions, count })
  }
}
