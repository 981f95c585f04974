import { useEffect, useState, type ReactNode } from 'react'
import { useT } from '../i18n/i18n.js'
import { cx } from '../lib/cx.js'
import { Button } from './button.js'

/** Renders a grey placeholder of the final size. Its container says once what is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx('skeleton', className)} />
}

interface LoadingProps {
  /** Text for screen readers: "Loading properties". */
  label: string
  /** Skeletons of the final size; without them the label is shown. */
  children?: ReactNode
  /** Offered after 8 s. */
  onRetry?: () => void
}

/** Shows nothing for 200 ms, then the skeletons, and after 8 s a message that loading takes longer than usual. */
export function Loading({ label, children, onRetry }: LoadingProps) {
  const t = useT()
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 8_000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div aria-busy="true" className="after-200">
      <p role="status" className={children ? 'sr-only' : 'py-16 text-center text-15 text-ink-2'}>
        {label}
      </p>
      {children}
      {slow && (
        <p className="mt-4 flex items-center justify-center gap-4 text-15 text-ink-2">
          {t('ui.slow')}
          {onRetry && (
            <Button kind="secondary" size="s" onClick={onRetry}>
              {t('ui.tryAgain')}
            </Button>
          )}
        </p>
      )}
    </div>
  )
}

interface NoticeProps {
  title: string
  text?: ReactNode
  /** At most one action. */
  action?: ReactNode
  level?: 1 | 2
}

/** Says what will be shown here and offers one action. */
export function EmptyState({ title, text, action, level = 2 }: NoticeProps) {
  const Heading = `h${level}` as const
  return (
    <div className="flex flex-col items-start gap-3 rounded-m border border-dashed border-line-strong px-6 py-10 md:items-center md:text-center">
      <Heading tabIndex={level === 1 ? -1 : undefined} className="text-22">
        {title}
      </Heading>
      {text && <p className="max-w-[52ch] text-15 text-ink-2">{text}</p>}
      {action && <div className="mt-2 flex flex-wrap gap-3">{action}</div>}
    </div>
  )
}

/** States the error, what to do, and the reference that support needs. */
export function ErrorState({
  title,
  text,
  action,
  reference,
  level = 2,
}: NoticeProps & { reference?: string | undefined }) {
  const t = useT()
  const Heading = `h${level}` as const
  return (
    <div
      role="alert"
      className="flex flex-col items-start gap-3 rounded-m border border-line bg-surface px-6 py-10 md:items-center md:text-center"
    >
      <Heading tabIndex={level === 1 ? -1 : undefined} className="text-22">
        {title}
      </Heading>
      {text && <p className="max-w-[60ch] text-15 text-ink-2">{text}</p>}
      {reference && (
        <p className="text-13 text-ink-3">
          {t('ui.reference')} <bdi dir="ltr">{reference}</bdi>
        </p>
      )}
      {action && <div className="mt-2 flex flex-wrap gap-3">{action}</div>}
    </div>
  )
}

/** Renders a note inside a page: information, a warning or a persistent error. */
export function Notice({
  tone,
  title,
  children,
}: {
  tone: 'info' | 'warn' | 'bad' | 'good'
  title?: string
  children: ReactNode
}) {
  const edge = { info: 'border-info', warn: 'border-warn', bad: 'border-bad', good: 'border-good' }[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : undefined}
      className={cx('rounded-m border bg-surface px-4 py-3 text-15', edge)}
    >
      {title && <p className="font-medium">{title}</p>}
      <div className="text-13 text-ink-2">{children}</div>
    </div>
  )
}
