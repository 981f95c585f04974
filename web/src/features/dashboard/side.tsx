import type { Dashboard, HoldingView, TodoView } from '@hissa/contracts/investment'
import { useState } from 'react'
import { NextDate } from '../../api/next-date.js'
import { PropertyTitle, usePropertyTitle } from '../../api/property-title.js'
import { ReleaseButton } from '../../api/release-button.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDateTime } from '../../lib/format.js'
import { Button } from '../../ui/button.js'
import { Card } from '../../ui/layout.js'
import { TextLink } from '../../ui/link.js'
import { nextDatesOf, todoTarget } from './order-state.js'

/** Lists the user's open tasks, each with a link. */
export function Todo({ data }: { data: Dashboard }) {
  const t = useT()
  return (
    <Card className="p-5">
      <h2 className="text-15 font-semibold tracking-normal">{t('dashboard.todo')}</h2>
      {data.todo.length === 0 ? (
        <p className="mt-2 text-15 text-ink-2">{t('dashboard.todoNone')}</p>
      ) : (
        <ul className="mt-2 flex flex-col gap-3">
          {data.todo.map((todo) => (
            <TodoItem
              key={`${todo.kind}${todo.orderId ?? ''}`}
              todo={todo}
              payUrl={data.recentOrders.find(({ orderId }) => orderId === todo.orderId)?.checkoutUrl}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

function TodoItem({ todo, payUrl }: { todo: TodoView; payUrl: string | undefined }) {
  const t = useT()
  const locale = useLocale()
  const target = todoTarget(todo, payUrl)
  const text = t(`dashboard.todo.${todo.kind}`, {
    property: usePropertyTitle(todo.property ?? { slug: '', title: '' }),
  })
  return (
    <li className="text-15">
      {target === null ? (
        <span>{text}</span>
      ) : target.external ? (
        <a
          href={target.to}
          className="inline-flex min-h-11 items-center text-primary underline underline-offset-3 hover:text-primary-hover"
        >
          {text}
        </a>
      ) : (
        <TextLink to={target.to} className="inline-flex min-h-11 items-center">
          {text}
        </TextLink>
      )}
      {todo.dueAt && (
        <p className="text-13 text-ink-2">{t('ui.date.latest', { time: formatDateTime(todo.dueAt, locale) })}</p>
      )}
      {todo.kind === 'pay_order' && todo.orderId && todo.property && (
        <p className="mt-2">
          <ReleaseButton orderId={todo.orderId} property={todo.property} size="s" />
        </p>
      )}
    </li>
  )
}

const FIRST_DATES = 4

/** Lists the next dates, soonest first, with a button that shows all of them. */
export function NextDates({ holdings }: { holdings: readonly HoldingView[] }) {
  const t = useT()
  const [all, setAll] = useState(false)
  const dates = nextDatesOf(holdings)
  if (dates.length === 0) return null
  return (
    <Card className="p-5">
      <h2 className="text-15 font-semibold tracking-normal">{t('dashboard.next')}</h2>
      <ul id="next-dates" className="mt-2 flex flex-col gap-3">
        {dates.slice(0, all ? undefined : FIRST_DATES).map(({ property, raiseState, ...date }) => (
          <li key={`${date.kind}${property.propertyId}`} className="text-15">
            <p>{t(`dashboard.next.${date.kind}`)}</p>
            <p className="text-13 text-ink-2">
              <PropertyTitle property={property} />
            </p>
            <p className="text-13 text-ink-2">
              <NextDate date={date} raiseState={raiseState} />
            </p>
          </li>
        ))}
      </ul>
      {dates.length > FIRST_DATES && (
        <Button
          kind="secondary"
          size="s"
          className="mt-4"
          aria-expanded={all}
          aria-controls="next-dates"
          onClick={() => setAll(!all)}
        >
          {all ? t('dashboard.next.fewer') : t('dashboard.next.all', { count: dates.length })}
        </Button>
      )}
    </Card>
  )
}
