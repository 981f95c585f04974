import type { Input as InputOf } from '@hissa/contracts'
import { AnswerAppropriateness, GetAppropriateness } from '@hissa/contracts/investment'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { AnswerQuestions } from './answer-questions.js'
import { ReadQuestions } from './read-questions.js'

@Controller()
export class AppropriatenessController {
  constructor(
    private readonly read: ReadQuestions,
    private readonly answer: AnswerQuestions,
  ) {}

  @Rpc(GetAppropriateness)
  getAppropriateness(@Input() input: InputOf<typeof GetAppropriateness>, @Caller() caller: Caller) {
    return this.read.run(caller.userId, input)
  }

  @Rpc(AnswerAppropriateness)
  answerAppropriateness(@Input() input: InputOf<typeof AnswerAppropriateness>, @Caller() caller: Caller) {
    return this.answer.run(caller.userId, input)
  }
}
