import { Fragment, type HTMLAttributes, type ReactNode } from 'react'
import { useT } from '../i18n/i18n.js'
import { cx } from '../lib/cx.js'
import { Link } from './link.js'

/** Renders a white surface with a hairline border. Only floating elements have a shadow. */
export function Card({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return <div {...rest} className={cx('rounded-m border border-line bg-surface', className)} />
}

interface PageHeaderProps {
  title: ReactNode
  /** One line under the title. */
  lead?: ReactNode
  /** Beside the title on wide screens, below it on phones. */
  actions?: ReactNode
  /** Staff density: a small title, so that the work starts high on the screen. */
  dense?: boolean
}

/** Renders the header of a page. Its h1 takes the focus on navigation. */
export function PageHeader({ title, lead, actions, dense = false }: PageHeaderProps) {
  const space = dense ? 'pt-6 pb-3' : 'pt-8 pb-6 md:pt-12 md:pb-8'
  return (
    <div className={cx('flex flex-col gap-4 md:flex-row md:items-end md:justify-between', space)}>
      <div className="max-w-[720px]">
        <h1 tabIndex={-1} className={dense ? 'text-26' : 'text-34 md:text-40'}>
          {title}
        </h1>
        {lead && <p className={cx('text-ink-2', dense ? 'text-13' : 'mt-2 text-15 md:text-18')}>{lead}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </div>
  )
}

export interface Fact {
  term: ReactNode
  value: ReactNode
}

interface DefinitionListProps {
  facts: readonly Fact[]
  className?: string
  /** Staff density: 13 px, with a hairline between the rows. */
  dense?: boolean
}

/** Lists facts as rows: the term at the start, the value at the end. */
export function DefinitionList({ facts, className, dense = false }: DefinitionListProps) {
  return (
    <dl className={cx('flex flex-col', dense && 'divide-y divide-line', className)}>
      {facts.map(({ term, value }, index) => (
        <div
          key={index}
          className={cx('flex items-baseline justify-between gap-6', dense ? 'py-2 text-13' : 'py-1.5 text-15')}
        >
          <dt className="text-ink-2">{term}</dt>
          <dd className="text-end text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export interface Step {
  label: string
  state: 'done' | 'current' | 'ahead'
  /** The step's page, if it can be opened from here. */
  to?: string | undefined
}

/**
 * Shows the current step of a flow with several screens, with a bar that is filled up to it. On wide screens, steps that
 * can be opened are links.
 */
export function Stepper({ steps, label }: { steps: readonly Step[]; label: string }) {
  const t = useT()
  const current = steps.findIndex(({ state }) => state === 'current')
  return (
    <>
      <ol aria-label={label} className="flex gap-2 md:gap-4">
        {steps.map(({ label: text, state, to }, index) => (
          <li
            key={text}
            aria-current={state === 'current' ? 'step' : undefined}
            className={cx(
              'flex flex-1 flex-col gap-1.5 border-t-2 pt-2 text-13',
              state === 'ahead' ? 'border-line text-ink-3' : 'border-primary text-ink',
            )}
          >
            {to && (
              <Link to={to} className="max-md:hidden hover:underline hover:underline-offset-3">
                <bdi>{index + 1}</bdi>. {text}
              </Link>
            )}
            <span className={cx(to ? 'sr-only md:hidden' : 'max-md:sr-only', state === 'current' && 'font-medium')}>
              <bdi>{index + 1}</bdi>. {text}
            </span>
          </li>
        ))}
      </ol>
      {current >= 0 && (
        <p aria-hidden="true" className="pt-2 text-13 font-medium md:hidden">
          {t('ui.step', { step: current + 1, total: steps.length, name: steps[current]!.label })}
        </p>
      )}
    </>
  )
}

/**
 * Shows short facts on one line, separated by dots. Each is isolated, so that a name in the other script doesn't
 * reorder the others.
 */
export function FactLine({ parts }: { parts: readonly string[] }) {
  return (
    <>
      {parts.map((part, index) => (
        <Fragment key={part}>
          {index > 0 && ' · '}
          <bdi>{part}</bdi>
        </Fragment>
      ))}
    </>
  )
}
