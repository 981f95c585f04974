import { cx } from '../lib/cx.js'
import { Link } from '../ui/link.js'
import { StrokeIcon } from '../ui/stroke-icon.js'

const BELL = 'M5 13.5V9a5 5 0 0 1 10 0v4.5l1.5 1.5h-13zM8.5 17.5h3'
export const BELL_BUTTON =
  'relative size-11 items-center justify-center rounded-full text-ink-2 hover:bg-sunken hover:text-ink'

interface BellProps {
  label: string
  /** How many unread notices the bell shows; none without. */
  unread?: number
  className?: string
}

/** Renders a bell that leads to the page of notices. */
export function BellLink({ label, unread = 0, className }: BellProps) {
  return (
    <Link to="/notifications" aria-label={label} className={cx(BELL_BUTTON, 'inline-flex', className)}>
      <BellIcon unread={unread} />
    </Link>
  )
}

/** Returns the number as the bell shows and names it. */
export const shownCount = (unread: number) => (unread > 99 ? '99+' : String(unread))

export function BellIcon({ unread }: { unread: number }) {
  return (
    <>
      <StrokeIcon path={BELL} />
      {unread > 0 && (
        <span aria-hidden="true" className="bell-count">
          {shownCount(unread)}
        </span>
      )}
    </>
  )
}
