import { Link as RouterLink, NavLink as RouterNavLink, type LinkProps as RouterLinkProps } from 'react-router-dom'
import { useLocale } from '../i18n/i18n.js'
import { cx } from '../lib/cx.js'
import { localePath } from '../lib/locale.js'

export type LinkProps = Omit<RouterLinkProps, 'to'> & { to: string }

/** Renders a link inside the product. Takes a path of docs/product.md and adds the language prefix. */
export function Link({ to, ...rest }: LinkProps) {
  return <RouterLink to={localePath(to, useLocale())} {...rest} />
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

/** Renders a link of the main navigation, marked if it is the current page. */
export function NavLink({ to, className, ...rest }: LinkProps) {
  return (
    <RouterNavLink
      to={localePath(to, useLocale())}
      {...rest}
      className={({ isActive }) => cx('hover:text-ink', isActive ? 'text-ink' : 'text-ink-2', className)}
    />
  )
}
