import { NOT_FOUND, ok, refuse, type Answer, type Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/chat'
import { Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { articleNotFound } from '../knowledge/change-article.js'
import { Measures } from '../measures.js'
import { Lessons } from './lessons.js'
import { languageFor } from '../language/languages.js'

/** Handles the public calls of the learning hub. */
@Controller()
export class LearningController {
  constructor(
    private readonly lessons: Lessons,
    private readonly measures: Measures,
  ) {}

  @Rpc(contracts.ListLearning)
  async list(
    @Input() { locale }: InputOf<typeof contracts.ListLearning>,
  ): Promise<Answer<typeof contracts.ListLearning>> {
    return ok(await this.lessons.list(languageFor(locale)))
  }

  @Rpc(contracts.GetLesson)
  async lesson(
    @Input() { articleId, locale }: InputOf<typeof contracts.GetLesson>,
  ): Promise<Answer<typeof contracts.GetLesson>> {
    const lesson = await this.lessons.lesson(articleId, languageFor(locale))
    return lesson ? ok({ lesson }) : articleNotFound()
  }

  @Rpc(contracts.SearchLearning)
  async search(
    @Input() { text, locale }: InputOf<typeof contracts.SearchLearning>,
  ): Promise<Answer<typeof contracts.SearchLearning>> {
    const found = await this.lessons.search(text, languageFor(locale))
    this.measures.searched(found.count > 0)
    return ok(found)
  }

  @Rpc(contracts.GetGlossary)
  async glossary(
    @Input() { locale }: InputOf<typeof contracts.GetGlossary>,
  ): Promise<Answer<typeof contracts.GetGlossary>> {
    return ok(await this.lessons.glossary(languageFor(locale)))
  }

  @Rpc(contracts.GetQuiz)
  async quiz(
    @Input() { pathId, locale }: InputOf<typeof contracts.GetQuiz>,
  ): Promise<Answer<typeof contracts.GetQuiz>> {
    const quiz = this.lessons.quiz(pathId, languageFor(locale))
    return quiz ? ok(quiz) : quizNotFound()
  }
}

/** Refuses the quiz of an unknown path. */
export const quizNotFound = () => refuse(NOT_FOUND, 'This quiz was not found.')
