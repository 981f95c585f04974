import type { SVGProps } from 'react'

interface StrokeIconProps extends SVGProps<SVGSVGElement> {
  /** Hand-drawn on a 20 grid, one stroke of 1.5. */
  path: string
  size?: number
}

/**
 * Draws a decorative icon: the words beside it carry the meaning. The frame of the page draws its few icons with it, so
 * that those of the screens are no part of the entry.
 */
export function StrokeIcon({ path, size = 20, className = '', ...rest }: StrokeIconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...rest}
      className={`shrink-0 ${className}`}
    >
      <path d={path} />
    </svg>
  )
}
