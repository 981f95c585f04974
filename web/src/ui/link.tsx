import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler, useLocation, useResolvedPath } from 'react-router-dom'
import { useLocale } from '../i18n/i18n.js'
import { cx } from '../lib/cx.js'
import { localePath } from '../lib/locale.js'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string
  /** What the next screen reads from its location. */
  state?: unknown
  /** Stays where the page is scrolled, for a link that changes the same screen. */
  preventScrollReset?: boolean
}

/** An address outside the product, such as a mailbox. */
const ABSOLUTE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i

/**
 * Renders a link. Adds the language prefix to a path of docs/product.md; an address outside the product stays as it is.
 * The router's own links would add several kilobytes to every page, for prefetching in a mode that the web doesn't use.
 */
export function Link({ to, state, preventScrollReset, ...rest }: LinkProps) {
  if (ABSOLUTE.test(to)) return <a {...rest} href={to} />
  return <InnerLink {...{ to, state, preventScrollReset }} {...rest} />
}

function InnerLink({ to, state, preventScrollReset, onClick, target, ...rest }: LinkProps) {
  const path = localePath(to, useLocale())
  const follow = useLinkClickHandler(path, { target, state, preventScrollReset })
  return (
    <a
      {...rest}
      target={target}
      href={useHref(path)}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    />
  )
}

/** Renders a link in running text. */
export function TextLink({ className, ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      className={cx('text-primary underline decoration-1 underline-offset-3 hover:text-primary-hover', className)}
    />
  )
}

/** Renders a link of the main navigation, marked if the current page is it or below it. */
export function NavLink({ to, className, ...rest }: LinkProps) {
  const { pathname: own } = useResolvedPath(localePath(to, useLocale()))
  const { pathname } = useLocation()
  const isActive = pathname === own || pathname.startsWith(`${own}/`)
  return (
    <Link
      to={to}
      {...rest}
      aria-current={isActive ? 'page' : undefined}
      className={cx('hover:text-ink', isActive ? 'text-ink' : 'text-ink-2', className)}
    />
  )
}
