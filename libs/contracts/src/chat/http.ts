import * as z from 'zod/mini'
import { cursor, version } from '../core.js'
import { pageLimit } from '../query.js'
import { ApplyImport, CheckImport } from './import.js'
import { ArticleDraft, DecideArticle, ProposeArticle, SearchKnowledge } from './knowledge.js'
import { Ask, HandOver, Rate, Resume } from './rpc.js'
import { Speak } from './speech.js'

/** `POST /chat/conversations/{id}/messages` */
export const AskBody = z.omit(Ask.input, { conversationId: true })

/** `GET /chat/conversations/{id}/messages` */
export const ResumeQuery = z.omit(Resume.input, { conversationId: true })

/** `POST /chat/conversations/{id}/ratings` */
export const RateBody = z.omit(Rate.input, { conversationId: true })

/** `POST /chat/conversations/{id}/handover` */
export const HandOverBody = z.omit(HandOver.input, { conversationId: true })

/** `POST /audio` */
export const SpeakBody = z.omit(Speak.input, { from: true })

/** `GET /chat/handovers` */
export const HandoversQuery = z.object({ limit: z.optional(pageLimit), cursor: z.optional(cursor) })

/** `PUT /chat/articles/{id}` */
export const SaveArticleBody = z.object({ version, content: ArticleDraft })

/** `POST /chat/articles/{id}/proposal` */
export const ProposeArticleBody = z.omit(ProposeArticle.input, { articleId: true })

/** `POST /chat/proposals/{id}/decision` */
export const DecideArticleBody = z.omit(DecideArticle.input, { approvalId: true })

/** `POST /chat/search` */
export const SearchKnowledgeBody = SearchKnowledge.input

/** `GET /chat/unanswered` */
export const UnansweredQuery = z.object({ limit: z.optional(pageLimit) })

/** `POST /chat/imports/check` */
export const CheckImportBody = CheckImport.input

/** `POST /chat/imports` */
export const ApplyImportBody = ApplyImport.input
