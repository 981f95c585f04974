import type { Citation, QuickReply, Reply } from '@hissa/contracts/chat'
import { Injectable } from '@nestjs/common'
import { AccountTools } from '../account/account-tools.js'
import { PropertyTool } from '../account/property-tool.js'
import type { ToolAnswer } from '../account/tool.js'
import { Knowledge } from '../knowledge/knowledge.js'
import type { Found } from '../knowledge/passage-index.js'
import { sentencesOf, type Passage } from '../knowledge/passages.js'
import { chatTexts } from '../texts/chat.js'
import { routeOf } from './route.js'
import { languageOf } from '../language/words.js'
import type { Language } from '../language/languages.js'

/** A further passage is used if it matches nearly as well as the best. */
const NEAR = 0.8
const MOST_PASSAGES = 3
const MOST_SENTENCES = 6
const SEARCHED = 12

export interface Question {
  text: string
  /** The language of the screen; the question's own decides. */
  language: Language
  propertyId?: string | undefined
  /** The signed-in caller's token; account tools call with it and nothing else. */
  token?: string | undefined
}

export type Answer = Omit<Reply, 'messageId' | 'conversationId' | 'at'>

/** Answers a question from the account, from the offering in view, or from articles, by fixed rules. */
@Injectable()
export class Answers {
  constructor(
    private readonly knowledge: Knowledge,
    private readonly account: AccountTools,
    private readonly property: PropertyTool,
  ) {}

  async answer({ text, language: screen, propertyId, token }: Question): Promise<Answer> {
    const language = languageOf(text, screen)
    const route = routeOf(text, { hasProperty: propertyId !== undefined })
    if (route.to === 'declined') return declined(language)
    if (route.to === 'account')
      return fromTool('account', await this.account.run(route.intent, { token, language, propertyId }), language)
    if (route.to === 'property') {
      const found = await this.property.run(route.fact, propertyId!, language)
      if (found) return fromTool('answer', found, language)
    }
    return fromArticles(usedOf(await this.search(text, language)), language)
  }

  /** Returns the passages that match a question, best first, and whether the best ones answer it. */
  async search(text: string, language: Language): Promise<Found> {
    return (await this.knowledge.current()).search(text, language, SEARCHED)
  }
}

/** Returns the passages that an answer uses: none if none answers the question, otherwise at most three, all nearly as good as the best. */
export function usedOf({ hits, isAnswerable }: Found): Passage[] {
  const [best] = hits
  if (!best || !isAnswerable) return []
  const near = hits.filter(({ score }) => score >= best.score * NEAR)
  return near.slice(0, MOST_PASSAGES).map(({ passage }) => passage)
}

function fromArticles(passages: readonly Passage[], language: Language): Answer {
  if (passages.length === 0) return unknown(language)
  const citations: Citation[] = []
  const numberOf = (passage: Passage) => {
    const known = citations.find(({ articleId }) => articleId === passage.articleId)
    if (known) return known.number
    citations.push(citationOf(passage, citations.length + 1))
    return citations.length
  }
  const sentences = passages
    .flatMap((passage) => {
      const number = numberOf(passage)
      return sentencesOf(passage.text, language).map((text) => ({ text, citations: [number] }))
    })
    .slice(0, MOST_SENTENCES)
  return {
    ...{ kind: 'answer', language, text: joined(sentences), sentences, figures: [] },
    citations: citations.filter(({ number }) => sentences.some((each) => each.citations.includes(number))),
    quickReplies: [],
  }
}

function citationOf({ articleId, title, section, language, reviewedAt }: Passage, number: number): Citation {
  const named = chatTexts(language)(`chat.section.${section}`)
  const href = `${language === 'ar' ? '/ar' : ''}/knowledge-avenue/${articleId}`
  return { number, articleId, title, section: named, language, reviewedAt, href }
}

function fromTool(
  kind: 'account' | 'answer',
  { sentences, figures, quickReplies }: ToolAnswer,
  language: Language,
): Answer {
  const cited = sentences.map((text) => ({ text, citations: [] }))
  return { kind, language, text: joined(cited), sentences: cited, citations: [], figures, quickReplies }
}

function declined(language: Language): Answer {
  const t = chatTexts(language)
  return plainAnswer('declined', [t('chat.declined.1'), t('chat.declined.2')], language, [
    { kind: 'question', text: t('chat.ask.risks') },
    { kind: 'question', text: t('chat.ask.fees') },
    { kind: 'question', text: t('chat.ask.coolingOff') },
  ])
}

function unknown(language: Language): Answer {
  const t = chatTexts(language)
  return plainAnswer('unknown', [t('chat.unknown.1'), t('chat.unknown.2')], language, [
    { kind: 'question', text: t('chat.ask.fees') },
    { kind: 'question', text: t('chat.ask.coolingOff') },
    { kind: 'question', text: t('chat.ask.documents') },
    { kind: 'person', text: t('chat.ask.person') },
  ])
}

function plainAnswer(
  kind: 'declined' | 'unknown',
  texts: string[],
  language: Language,
  quickReplies: QuickReply[],
): Answer {
  const sentences = texts.map((text) => ({ text, citations: [] }))
  return { kind, language, text: joined(sentences), sentences, citations: [], figures: [], quickReplies }
}

const joined = (sentences: readonly { text: string }[]) => sentences.map(({ text }) => text).join(' ')
