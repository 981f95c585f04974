import { useEffect, useRef, useState, type FormEvent } from 'react'
import { codeOf, isConnectionLost } from '../../api/problem.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { cx } from '../../lib/cx.js'
import { directionOf, type AppLocale } from '../../lib/locale.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { ErrorSummary, FieldError } from '../../ui/form.js'
import { Icon } from '../../ui/icons.js'
import { Card } from '../../ui/layout.js'
import { Notice } from '../../ui/states.js'
import { useAnswerQuizMutation, type Quiz, type QuizOutcome } from './learn-api.js'

type Question = Quiz['questions'][number]
type Result = QuizOutcome['results'][number]
type Failure = 'learn.quiz.failed' | 'ui.offline'

interface QuizFormProps {
  quiz: Quiz
  /** The language of the questions. */
  language: AppLocale
  /** Called when the questions have changed since they were read. */
  onOutdated: () => void
}

/** Asks the questions of a quiz and then explains every option. It can be repeated. */
export function QuizForm({ quiz, language, onOutdated }: QuizFormProps) {
  const t = useT()
  const { questions } = quiz
  const { chosen, choose, check, repeat, outcome, failure, tries, isBusy } = useAttempt(quiz, onOutdated)
  const cards = useRef<HTMLDivElement>(null)
  const missing = questions.filter(({ questionId }) => !chosen[questionId])
  const again = () => {
    repeat()
    cards.current?.focus()
  }
  return (
    <form noValidate onSubmit={(event) => void check(event)} className="flex flex-col gap-6">
      <Score outcome={outcome} />
      <ErrorSummary
        attempt={tries}
        errors={missing.map((question) => ({ fieldId: firstOption(question), message: question.text }))}
        title={t('learn.quiz.missing', { count: missing.length })}
      />
      <div ref={cards} tabIndex={-1} className="flex flex-col gap-6">
        {questions.map((question, index) => (
          <QuestionCard
            key={question.questionId}
            question={question}
            language={language}
            number={index + 1}
            chosen={chosen[question.questionId]}
            onChoose={(optionId) => choose(question.questionId, optionId)}
            result={outcome?.results.find(({ questionId }) => questionId === question.questionId)}
            isMissing={tries > 0 && missing.includes(question)}
          />
        ))}
      </div>
      {failure && <Notice tone="bad">{t(failure)}</Notice>}
      <div className="flex flex-wrap gap-3">
        {outcome ? (
          <>
            <ButtonLink to="/knowledge-avenue">{t('learn.back')}</ButtonLink>
            <Button kind="secondary" onClick={again}>
              {t('learn.quiz.again')}
            </Button>
          </>
        ) : (
          <Button type="submit" busyText={isBusy && t('learn.quiz.busy')}>
            {t('learn.quiz.submit')}
          </Button>
        )}
      </div>
    </form>
  )
}

const firstOption = ({ questionId, options }: Question) => `${questionId}-${options[0]?.optionId}`

/** Keeps the answers of an attempt and sends them. */
function useAttempt({ pathId, version, questions }: Quiz, onOutdated: () => void) {
  const locale = useLocale()
  const [chosen, setChosen] = useState<Record<string, string>>({})
  // Sending the same attempt again after a lost response returns its first result.
  const [attemptId, setAttemptId] = useState(() => crypto.randomUUID())
  const [outcome, setOutcome] = useState<QuizOutcome>()
  const [failure, setFailure] = useState<Failure>()
  const [tries, setTries] = useState(0)
  const [send, { isLoading }] = useAnswerQuizMutation()
  const check = async (event: FormEvent) => {
    event.preventDefault()
    setTries(tries + 1)
    setFailure(undefined)
    const isComplete = questions.every(({ questionId }) => chosen[questionId])
    if (!isComplete || isLoading) return
    const answers = questions.map(({ questionId }) => ({ questionId, optionId: chosen[questionId]! }))
    const { data, error } = await send({ pathId, attemptId, version, answers, locale })
    if (data) return setOutcome(data)
    if (codeOf(error) === 'CHAT_QUIZ_OUTDATED') return onOutdated()
    setFailure(isConnectionLost(error) ? 'ui.offline' : 'learn.quiz.failed')
  }
  const repeat = () => {
    setChosen({})
    setAttemptId(crypto.randomUUID())
    setOutcome(undefined)
    setTries(0)
  }
  const choose = (questionId: string, optionId: string) => {
    setChosen({ ...chosen, [questionId]: optionId })
    // Other answers are another attempt.
    if (failure) setAttemptId(crypto.randomUUID())
    setFailure(undefined)
  }
  return { chosen, choose, check, repeat, outcome, failure, tries, isBusy: isLoading }
}

/** Shows how many answers are right, and takes the focus. */
function Score({ outcome }: { outcome: QuizOutcome | undefined }) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (outcome) box.current?.focus()
  }, [outcome])
  if (!outcome) return null
  const { correct, questions, completedAt } = outcome
  const isAllRight = correct === questions
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone={isAllRight ? 'good' : 'warn'} title={t('learn.quiz.score', { correct, total: questions })}>
        {t(isAllRight ? 'learn.quiz.allRight' : 'learn.quiz.someWrong')}{' '}
        {completedAt === null && t('learn.quiz.notRecorded')}
      </Notice>
    </div>
  )
}

interface QuestionCardProps {
  question: Question
  language: AppLocale
  number: number
  chosen: string | undefined
  onChoose: (optionId: string) => void
  result: Result | undefined
  isMissing: boolean
}

function QuestionCard({ question, language, number, chosen, onChoose, result, isMissing }: QuestionCardProps) {
  const t = useT()
  const { questionId, text, options } = question
  const isWrong = result !== undefined && result.optionId !== result.right
  return (
    <Card className={cx('px-5 py-4 md:px-6', isWrong && 'border-warn')}>
      <fieldset
        disabled={result !== undefined}
        aria-describedby={isMissing ? `${questionId}-error` : undefined}
        lang={language}
        dir={directionOf(language)}
      >
        <legend className="text-15 font-medium">
          <span className="text-ink-3">
            <bdi>{number}</bdi>.
          </span>{' '}
          {text}
        </legend>
        <div className="mt-2 flex flex-col">
          {options.map(({ optionId, text: label }) => (
            <div key={optionId}>
              <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5 text-15">
                <input
                  id={`${questionId}-${optionId}`}
                  type="radio"
                  name={questionId}
                  value={optionId}
                  checked={chosen === optionId}
                  onChange={() => onChoose(optionId)}
                  className="mt-0.5 size-5 shrink-0 accent-primary"
                />
                <span>{label}</span>
              </label>
              {result && <Why result={result} optionId={optionId} />}
            </div>
          ))}
        </div>
      </fieldset>
      <FieldError id={`${questionId}-error`} text={isMissing ? t('learn.quiz.choose') : undefined} />
    </Card>
  )
}

/** Says whether an option is right, and why. */
function Why({ result: { right, why }, optionId }: { result: Result; optionId: string }) {
  const t = useT()
  const isRight = right === optionId
  return (
    <p className="flex items-start gap-2 ps-8 pb-2 text-13 text-ink-2">
      <Icon
        name={isRight ? 'check' : 'cross'}
        size={16}
        className={cx('mt-0.5', isRight ? 'text-good' : 'text-ink-3')}
      />
      <span>
        <span className={cx('font-medium', isRight && 'text-good')}>
          {t(isRight ? 'learn.quiz.right' : 'learn.quiz.wrong')}
        </span>{' '}
        {why.find((each) => each.optionId === optionId)?.text}
      </span>
    </p>
  )
}
