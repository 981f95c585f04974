import { ApprovalStore } from '@hissa/approvals'
import { AuditModule } from '@hissa/audit'
import { MessagingModule, type Core } from '@hissa/messaging'
import { Module, type DynamicModule } from '@nestjs/common'
import { AccountTools } from './account/account-tools.js'
import { PropertyTool } from './account/property-tool.js'
import { Answers } from './answers/answers.js'
import { TesterController } from './answers/tester.controller.js'
import { CHAT_CONFIG, type ChatConfig } from './config.js'
import { Ask } from './conversations/ask.js'
import { ConversationsController } from './conversations/conversations.controller.js'
import { ConversationStore, defineConversations } from './conversations/conversation.store.js'
import { defineHandovers, HandoverStore } from './handovers/handover.store.js'
import { HandoversController } from './handovers/handovers.controller.js'
import { ArticlesController } from './knowledge/articles.controller.js'
import { ArticleStore, defineArticles } from './knowledge/article.store.js'
import { ChangeArticle } from './knowledge/change-article.js'
import { ImportArticles } from './knowledge/import-articles.js'
import { ListArticles } from './knowledge/list-articles.js'
import { ImportsController } from './import/imports.controller.js'
import { KNOWLEDGE } from './knowledge/article-files.js'
import { COMPARE_ARTICLES_EVERY_MS, Knowledge } from './knowledge/knowledge.js'
import { LearningController } from './learning/learning.controller.js'
import { readLearning } from './learning/learning-files.js'
import { LEARNING, Lessons } from './learning/lessons.js'
import { ProgressController } from './learning/progress.controller.js'
import { defineProgress, ProgressStore } from './learning/progress.store.js'
import { Measures } from './measures.js'
import { ArticleRatings, defineRatings } from './ratings/article-ratings.js'
import { ProgramSpeech } from './speech/program-speech.js'
import { ReadAloud } from './speech/read-aloud.js'
import { SPEECH } from './speech/speech.js'
import { SpeechController } from './speech/speech.controller.js'
import { defineUnanswered, Unanswered } from './unanswered/unanswered.js'

@Module({})
export class ChatModule {
  static with(core: Core, config: ChatConfig, compareArticlesEveryMs: number): DynamicModule {
    defineArticles(core.connection)
    defineConversations(core.connection)
    defineHandovers(core.connection)
    defineRatings(core.connection)
    defineProgress(core.connection)
    defineUnanswered(core.connection)
    return {
      module: ChatModule,
      imports: [
        MessagingModule.forService({ reactions: [] }),
        AuditModule.forService(core, { service: 'chat', masterKey: config.CHAT_MASTER_KEY }),
      ],
      controllers: [
        ConversationsController,
        HandoversController,
        ArticlesController,
        ImportsController,
        TesterController,
        SpeechController,
        LearningController,
        ProgressController,
      ],
      providers: [
        { provide: CHAT_CONFIG, useValue: config },
        { provide: ApprovalStore, useValue: new ApprovalStore(core.connection) },
        AccountTools,
        Answers,
        ArticleRatings,
        ArticleStore,
        Ask,
        ChangeArticle,
        ConversationStore,
        HandoverStore,
        ImportArticles,
        { provide: COMPARE_ARTICLES_EVERY_MS, useValue: compareArticlesEveryMs },
        Knowledge,
        ListArticles,
        { provide: LEARNING, useFactory: () => readLearning(KNOWLEDGE) },
        Lessons,
        Measures,
        ProgressStore,
        PropertyTool,
        ReadAloud,
        { provide: SPEECH, useValue: speechOf(core, config) },
        Unanswered,
      ],
    }
  }
}

function speechOf({ timing, limits }: Core, { CHAT_SPEECH_PROGRAMS: folder }: ChatConfig): ProgramSpeech {
  return new ProgramSpeech({ folder, timing, longestMs: limits.speechMs })
}
