import { QuizCompleted } from '@hissa/contracts/chat'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { QuizStore } from './quiz.store.js'

/** Keeps completed quizzes beside the answers about the risks, as evidence. They never replace an answer. */
@Injectable()
export class RecordQuizWhenCompleted implements Reaction<typeof QuizCompleted> {
  readonly on = QuizCompleted
  readonly consumer = 'investment-record-quiz-when-completed'

  constructor(private readonly quizzes: QuizStore) {}

  handle({ data }: ReceivedEvent<typeof QuizCompleted>, session: ClientSession): Promise<void> {
    return this.quizzes.record(data, session)
  }
}
