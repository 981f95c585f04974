import type { IncomeEstimateView, InvestorIncomeView } from '@hissa/contracts/investment'
import type { Language } from '@hissa/texts'
import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator'
import { dubaiDay } from '../rules/rules.api.js'
import { calendarTexts } from '../texts/calendar.js'

/** What a calendar shows. */
export interface CalendarFacts {
  income: readonly Pick<
    InvestorIncomeView,
    'distributionId' | 'property' | 'period' | 'state' | 'declaredAt' | 'paidAt'
  >[]
  next: readonly Pick<IncomeEstimateView, 'property' | 'period' | 'dueFrom'>[]
  publicUrl: string
  /** When the calendar is written. */
  at: Date
}

/**
 * Returns an investor's income as a calendar (RFC 5545): one whole day for each paid, declared or estimated distribution.
 * It names the property and the quarter, and no amount, because the host of the reader's calendar could read it.
 */
export function incomeCalendar({ income, next, publicUrl, at }: CalendarFacts, language: Language): string {
  const t = calendarTexts(language)
  const calendar = ical({
    name: t('calendar.title'),
    prodId: { company: 'Hissa', product: 'Income', language: language.toUpperCase() },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 12 * 3_600,
  })
  const url = `${publicUrl.replace(/\/+$/, '')}/dashboard/income`
  const add = (id: string, day: string, state: 'paid' | 'declared' | 'estimated', title: string, period: string) =>
    calendar.createEvent({
      ...{ id: `${id}@hissa`, start: new Date(`${day}T00:00:00Z`), allDay: true, timezone: 'UTC', stamp: at, url },
      summary: t(`calendar.${state}`, { property: title, year: period.slice(0, 4), quarter: period.slice(6) }),
      description: t(state === 'estimated' ? 'calendar.estimatedText' : 'calendar.text'),
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  for (const { distributionId, property, period, state, declaredAt, paidAt } of income)
    add(distributionId, dubaiDay(new Date(paidAt ?? declaredAt)), state, property.title, period)
  for (const { property, period, dueFrom } of next)
    add(`${property.propertyId}-${period}`, dueFrom, 'estimated', property.title, period)
  return calendar.toString()
}
