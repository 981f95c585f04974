import { skipToken } from '@reduxjs/toolkit/query'
import type { ActionFigures } from '@hissa/contracts/investment'
import { fils, formatMoney } from '@hissa/money'
import type { ReactNode } from 'react'
import { isApiError } from '../../api/problem.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatCount } from '../../lib/format-count.js'
import { DefinitionList } from '../../ui/layout.js'
import { Loading } from '../../ui/states.js'
import { When } from '../../ui/when.js'
import { usePreviewResolutionQuery, type Subject } from './finance-api.js'
import type { ActionType } from './finance.js'
import { codedText } from './minor-text.js'
import { Amount } from './parts.js'
import type { Task } from './resolve-dialog.js'

/** Actions that are typed in with their amount or date, which the dialog shows. */
const ENTERED: readonly ActionType[] = ['refund_fee', 'extend', 'transfer_shares']

/** Returns the action that a task proposes or carries out, if the server states its figures. */
function actionOf(task: Task): { subject: Subject; action: ActionType } | undefined {
  if (task.task === 'retry' || (task.task === 'decide' && task.verdict === 'reject')) return undefined
  const action = task.task === 'propose' ? task.type : task.pending.action.type
  return ENTERED.includes(action) ? undefined : { subject: task.subject, action }
}

interface FiguresNow {
  /** Whether the task is confirmed only once its figures are shown. */
  isNeeded: boolean
  figures: ActionFigures | undefined
  readAt: string | undefined
  error: unknown
}

/** Reads what a task would change now. After a refusal because of changed figures, returns those of the refusal. */
export function useFigures(task: Task, refusal: unknown): FiguresNow {
  const asked = actionOf(task)
  const read = usePreviewResolutionQuery(asked ?? skipToken, { refetchOnMountOrArgChange: true })
  const changed = isApiError(refusal) && refusal.code === 'FIGURES_CHANGED' ? refusal.problem['figures'] : undefined
  if (changed) return { isNeeded: true, figures: changed as ActionFigures, readAt: undefined, error: undefined }
  const { figures, readAt } = (!read.isFetching && read.currentData) || {}
  return { isNeeded: asked !== undefined, figures, readAt, error: read.isFetching ? undefined : read.error }
}

/** Shows how many orders and investors and how much money an action concerns, once that is read. */
export function FiguresList({ now: { isNeeded, figures, readAt, error } }: { now: FiguresNow }) {
  const t = useT()
  if (!isNeeded || error) return null
  if (!figures) return <Loading label={t('finance.loading')} />
  const counted = (count: number) => (count > 0 ? formatCount(count) : undefined)
  const facts: Array<readonly [string, ReactNode]> = [
    [t('finance.figures.orders'), counted(figures.orders)],
    [t('finance.investors'), counted(figures.investors)],
    [t('finance.figures.shares'), counted(figures.units)],
    [
      t('finance.figures.amount'),
      figures.amountMinor > 0 && <Amount minor={figures.amountMinor} currency={figures.currency} />,
    ],
    [t('finance.figures.reservations'), counted(figures.reservations)],
    [t('finance.figures.waiting'), counted(figures.waiting)],
    [t('finance.figures.readAt'), readAt && <When at={readAt} />],
  ]
  const shown = facts.flatMap(([term, value]) => (value ? [{ term, value }] : []))
  return <DefinitionList dense className="border-y border-line font-medium" facts={shown} />
}

/** Returns the text of the button that confirms a task which can't be undone: the act, or its proposal, and its figures. */
export function useActText(task: Task, now: FiguresNow): string | undefined {
  const t = useT()
  const act = useAct(task, now)
  return act !== undefined && task.task === 'propose' ? t('finance.act.propose', { act }) : act
}

function useAct(task: Task, { figures }: FiguresNow): string | undefined {
  const t = useT()
  const locale = useLocale()
  if (task.task === 'retry') return undefined
  const action = t(`finance.action.${task.task === 'propose' ? task.type : task.pending.action.type}`)
  const amountOf = (minor: number, currency: string) => {
    const isAed = currency === 'aed'
    const text = isAed ? formatMoney(fils(minor), { locale, decimals: 2 }) : codedText(minor, currency)
    // Isolated, so that an Arabic sentence can't reorder it.
    return `\u2068${text}\u2069`
  }
  const entered = task.task === 'decide' && task.verdict === 'approve' && task.pending.action
  if (entered && entered.type === 'refund_fee')
    return t('finance.act.amount', { action, amount: amountOf(entered.amountFils, 'aed') })
  if (entered && entered.type === 'transfer_shares') return t('finance.act.shares', { action, count: entered.units })
  if (!figures) return undefined
  const { orders, units, amountMinor, currency } = figures
  const amount = amountOf(amountMinor, currency)
  if (orders > 0) return t('finance.act.orders', { action, count: orders, amount })
  if (amountMinor > 0) return t('finance.act.amount', { action, amount })
  return t('finance.act.shares', { action, count: units })
}
