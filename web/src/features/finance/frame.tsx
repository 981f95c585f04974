import { useState, type ReactNode } from 'react'
import type { ApiError } from '../../api/problem.js'
import { useT } from '../../i18n/i18n.js'
import { Button } from '../../ui/button.js'
import { Icon } from '../../ui/icons.js'
import { Card } from '../../ui/layout.js'
import { EmptyState, ErrorState, Loading, Skeleton } from '../../ui/states.js'
import { ExportPlace } from './desk-table.js'

interface LoadingProps {
  error: unknown
  loading: boolean
  retry: () => void
  children: ReactNode
}

interface PartSectionProps extends LoadingProps {
  /** Read before the list; the selected tab shows the same words. */
  title: string
  /** A search or a choice, or a sentence about the list; shown also while loading. */
  filters: ReactNode
}

/** Renders the list of a tab: its filters beside the export, and its content once loaded. */
export function Part({ title, filters, ...content }: PartSectionProps) {
  return (
    <section>
      <h2 className="sr-only">{title}</h2>
      <WithExport start={filters}>
        <Loaded {...content} />
      </WithExport>
    </section>
  )
}

/** Shows something at the start of a row, and the export of the table below it at the row's end. */
export function WithExport({ start, children }: { start: ReactNode; children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        {start}
        <div ref={setPlace} className="ms-auto -me-3" />
      </div>
      <ExportPlace value={place}>{children}</ExportPlace>
    </>
  )
}

interface DetailPageProps extends LoadingProps {
  title: ReactNode
  state?: ReactNode
  back: string
  onBack: () => void
}

/** Renders one raise or order: the way back, its title with its state, and its content once loaded. */
export function DetailPage({ title, state, back, onBack, ...content }: DetailPageProps) {
  return (
    <section>
      <Button size="s" kind="quiet" className="-ms-3" onClick={onBack}>
        <Icon name="arrow-back" size={16} />
        {back}
      </Button>
      <div className="mt-1 mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-22">
          <bdi>{title}</bdi>
        </h2>
        {state}
      </div>
      <Loaded {...content} />
    </section>
  )
}

function Loaded({ error, loading, retry, children }: LoadingProps) {
  const t = useT()
  if (!loading) return children
  const again = <Button onClick={retry}>{t('ui.tryAgain')}</Button>
  if (error)
    return (
      <ErrorState
        title={t('finance.error')}
        text={t('finance.errorText')}
        reference={(error as ApiError).reference}
        action={again}
      />
    )
  return (
    <Loading label={t('finance.loading')} onRetry={retry}>
      <div className="flex flex-col gap-3 pt-2">
        {[0, 1, 2, 3, 4, 5].map((index) => (
          <Skeleton key={index} className="h-10 w-full" />
        ))}
      </div>
    </Loading>
  )
}

/** Shows the facts of a raise or order beside what can be done. */
export function Facts({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  const t = useT()
  return (
    <div data-detail className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
      <Card className="px-5 py-2">{children}</Card>
      <Card className="flex flex-col items-start gap-3 p-5">
        <h3 className="text-15 font-medium tracking-normal">{t('finance.column.actions')}</h3>
        {actions}
      </Card>
    </div>
  )
}

export interface EmptyListProps {
  title: string
  text: string
  /** The next step, if there is one: its name and what it does. */
  action?: readonly [name: string, act: () => void] | undefined
}

/** Says what an empty list will show, and offers a next step. */
export function EmptyList({ title, text, action }: EmptyListProps) {
  return (
    <EmptyState
      title={title}
      text={text}
      action={
        action && (
          <Button kind="secondary" onClick={action[1]}>
            {action[0]}
          </Button>
        )
      }
    />
  )
}

/** Shows a list's description where others have their filters. */
export const About = ({ text }: { text: string }) => <p className="max-w-[72ch] pb-2 text-13 text-ink-2">{text}</p>

/** Links to the first page if another is shown, and to the next if there is one. */
export function Pages({
  first,
  next,
  onPage,
}: {
  first: boolean
  next: string | undefined
  onPage: (cursor: string | null) => void
}) {
  const t = useT()
  return (
    <div className="mt-3 flex gap-2">
      {!first && (
        <Button size="s" kind="secondary" onClick={() => onPage(null)}>
          {t('finance.first')}
        </Button>
      )}
      {next && (
        <Button size="s" kind="secondary" onClick={() => onPage(next)}>
          {t('finance.next')}
        </Button>
      )}
    </div>
  )
}
