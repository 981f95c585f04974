import type { AnsweredAppropriateness, Appropriateness } from '@hissa/contracts/investment'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useTimeLeft } from '../../api/business-clock.js'
import { isApiError } from '../../api/problem.js'
import { useDraftKey } from '../../api/use-draft.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { cx } from '../../lib/cx.js'
import { dropDraft, readDraft, writeDraft } from '../../lib/draft.js'
import { formatDateTime } from '../../lib/format.js'
import { directionOf, type AppLocale } from '../../lib/locale.js'
import { Button } from '../../ui/button.js'
import { ErrorSummary, FieldError } from '../../ui/form.js'
import { Card } from '../../ui/layout.js'
import { Notice } from '../../ui/states.js'
import { flowFailure, type FlowFailure } from './flow.js'
import { useAnswerAppropriatenessMutation } from './invest-api.js'

type Question = Appropriateness['questions'][number]
type Wrong = AnsweredAppropriateness['wrong'][number]

const HOUR_MS = 3_600_000

interface QuestionsFormProps {
  questionnaire: Appropriateness
  /** The time from which answers are accepted again. */
  retryAt: string | undefined
  onRefused: (failure: FlowFailure) => void
  onPassed: () => Promise<void>
  /** Called when the pause has ended. */
  onRetry: () => void
}

/**
 * Asks the questions about the risks. Wrong answers are explained beside their question. The server decides whether the
 * next attempt is possible at once or after a pause. Answers are kept in this tab until all of them are right.
 */
export function QuestionsForm({ questionnaire, retryAt, onRefused, onPassed, onRetry }: QuestionsFormProps) {
  const t = useT()
  const locale = useLocale()
  const { questions, version, hash } = questionnaire
  const { chosen, choose, forget } = useAnswers(questionnaire)
  const [send, { isLoading }] = useAnswerAppropriatenessMutation()
  const [result, setResult] = useState<AnsweredAppropriateness>()
  const [attempt, setAttempt] = useState(0)
  const [done, setDone] = useState(false)
  const until = result?.retryAt ?? retryAt
  const missing = questions.filter(({ questionId }) => !chosen[questionId])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setAttempt(attempt + 1)
    if (missing.length > 0 || isLoading || done) return
    const answers = questions.map(({ questionId }) => ({ questionId, optionId: chosen[questionId]! }))
    const sent = await send({ version, hash, locale, answers })
    if (sent.data && !sent.data.passed) return setResult(sent.data)
    if (!sent.data) return isApiError(sent.error) && onRefused(flowFailure(sent.error))
    setDone(true)
    forget()
    await onPassed()
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
      <div>
        <h2 className="text-22">{t('invest.questions.title')}</h2>
        <p className="mt-1 text-15 text-ink-2">{t('invest.questions.lead', { count: questions.length })}</p>
      </div>
      <Result result={result} />
      {until && !result && <PauseNotice until={until} />}
      <ErrorSummary
        attempt={attempt}
        errors={missing.map((question) => ({ fieldId: firstOption(question), message: question.text }))}
        title={t('invest.questions.missing', { count: missing.length })}
      />
      {questions.map((question, index) => (
        <QuestionCard
          key={question.questionId}
          question={question}
          locale={questionnaire.language}
          number={index + 1}
          chosen={chosen[question.questionId]}
          onChoose={(optionId) => choose(question.questionId, optionId)}
          wrong={result?.wrong.find((one) => one.questionId === question.questionId)}
          missing={attempt > 0 && missing.includes(question)}
        />
      ))}
      {until ? (
        <Pause key={until} until={until} isNoticeShown={result === undefined} onEnd={onRetry}>
          <SubmitButton busy={isLoading || done} />
        </Pause>
      ) : (
        <SubmitButton busy={isLoading || done} />
      )}
    </form>
  )
}

const firstOption = ({ questionId, options }: Question) => `${questionId}-${options[0]?.optionId}`

function SubmitButton({ busy }: { busy: boolean }) {
  const t = useT()
  return (
    <Button type="submit" size="l" busyText={busy && t('invest.questions.busy')}>
      {t('invest.questions.submit')}
    </Button>
  )
}

/** Keeps the answers of one version in this tab. They are ids, so they survive a change of language. */
function useAnswers({ version, hash }: Appropriateness) {
  const key = useDraftKey(`answers.${version}-${hash.slice(0, 12)}`) ?? ''
  const [chosen, setChosen] = useState(() => readDraft<Record<string, string>>(key) as Record<string, string>)
  const choose = (questionId: string, optionId: string) => {
    const next = { ...chosen, [questionId]: optionId }
    setChosen(next)
    writeDraft(key, next)
  }
  return { chosen, choose, forget: () => dropDraft(key) }
}

/** Shows how many answers were wrong. Moves the focus to each new result. */
function Result({ result }: { result: AnsweredAppropriateness | undefined }) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (result) box.current?.focus()
  }, [result])
  if (!result) return null
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="warn" title={t('invest.questions.wrong', { count: result.wrong.length })}>
        {t('invest.questions.wrongText')}
        {result.attemptsLeft !== undefined && (
          <p className="mt-1 font-medium">{t('invest.questions.again', { count: result.attemptsLeft })}</p>
        )}
      </Notice>
    </div>
  )
}

interface QuestionCardProps {
  question: Question
  /** The language of the texts. */
  locale: AppLocale
  number: number
  chosen: string | undefined
  onChoose: (optionId: string) => void
  wrong: Wrong | undefined
  missing: boolean
}

function QuestionCard({ question, locale, number, chosen, onChoose, wrong, missing }: QuestionCardProps) {
  const t = useT()
  const { questionId, text, options } = question
  // The explanation is about the answer that was sent; another choice has not been checked.
  const explained = wrong && wrong.optionId === chosen ? wrong : undefined
  const described = missing ? `${questionId}-error` : explained ? `${questionId}-why` : undefined
  return (
    <Card className={cx('px-5 py-4 md:px-6', explained && 'border-warn')}>
      <fieldset aria-describedby={described} lang={locale} dir={directionOf(locale)}>
        <legend className="text-15 font-medium">
          <span className="text-ink-3">
            <bdi>{number}</bdi>.
          </span>{' '}
          {text}
        </legend>
        <div className="mt-2 flex flex-col">
          {options.map(({ optionId, text: label }) => (
            <label key={optionId} className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5 text-15">
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
          ))}
        </div>
      </fieldset>
      <FieldError id={`${questionId}-error`} text={missing ? t('invest.questions.choose') : undefined} />
      {explained && (
        <div id={`${questionId}-why`} className="mt-2 border-t border-line pt-3 text-15" lang={locale}>
          <p className="font-medium text-warn">{t('invest.questions.notRight')}</p>
          <p className="mt-1 text-ink-2">{explained.explanation}</p>
        </div>
      )}
    </Card>
  )
}

interface PauseProps {
  until: string
  /** Whether the page already shows the notice. */
  isNoticeShown: boolean
  onEnd: () => void
  children: ReactNode
}

/** Shows when the pause ends, then its children. */
function Pause({ until, isNoticeShown, onEnd, children }: PauseProps) {
  const leftMs = useTimeLeft(until)
  const isOver = leftMs === 0
  useEffect(() => {
    if (isOver) onEnd()
  }, [isOver]) // eslint-disable-line react-hooks/exhaustive-deps -- once, when the pause ends
  if (isOver) return children
  return isNoticeShown ? null : <PauseNotice until={until} />
}

function PauseNotice({ until }: { until: string }) {
  const t = useT()
  const locale = useLocale()
  const leftMs = useTimeLeft(until)
  if (leftMs === 0) return null
  return (
    <Notice tone="info" title={t('invest.questions.pause', { time: formatDateTime(until, locale) })}>
      {t('invest.questions.pauseText')}{' '}
      {leftMs <= HOUR_MS && t('invest.questions.pauseLeft', { count: Math.ceil(leftMs / 60_000) })}
    </Notice>
  )
}
