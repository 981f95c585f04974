import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { cx } from '../lib/cx.js'
import { Link, type LinkProps } from './link.js'

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-s font-medium text-center transition-colors duration-150 disabled:opacity-60 aria-disabled:opacity-60'
const KINDS = {
  /** Use one per view. */
  primary: 'border border-transparent bg-primary text-on-primary hover:bg-primary-hover',
  /** The expected choice of a row, where many rows offer one. */
  soft: 'border border-transparent bg-primary-soft text-primary hover:border-primary',
  secondary: 'border border-line-strong text-ink bg-transparent hover:bg-sunken',
  quiet: 'text-ink-2 hover:text-ink hover:bg-sunken',
  danger: 'border border-line-strong text-bad hover:bg-sunken',
  /** Confirms what can't be undone. */
  destructive: 'border border-transparent bg-bad text-surface hover:opacity-90',
}
const SIZES = {
  s: 'min-h-9 px-3 text-13 max-md:min-h-11 max-md:min-w-11',
  m: 'min-h-11 px-5 text-15',
  l: 'min-h-12 px-5 text-15 w-full',
}

interface Look {
  kind?: keyof typeof KINDS
  size?: keyof typeof SIZES
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** While busy the button shows this text, keeps its focus and ignores presses. */
  busyText?: string | false | null
  children: ReactNode
}

/** Renders a button. With `busyText` it is busy: it shows that text and ignores clicks. */
export function Button({ kind = 'primary', size = 'm', busyText, className, children, onClick, ...rest }: ButtonProps) {
  const busy = Boolean(busyText)
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      className={cx(BASE, KINDS[kind], SIZES[size], className)}
    >
      {busy ? busyText : children}
    </button>
  )
}

/** Renders a link styled as a button. */
export function ButtonLink({ kind = 'primary', size = 'm', className, ...rest }: LinkProps & Look) {
  return <Link {...rest} className={cx(BASE, KINDS[kind], SIZES[size], className)} />
}

/** Renders a round or square button with an icon and a visually hidden name. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { label: string }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={cx(
        'inline-flex size-11 items-center justify-center rounded-full text-ink-2 hover:bg-sunken hover:text-ink',
        className,
      )}
    >
      {children}
    </button>
  )
}
