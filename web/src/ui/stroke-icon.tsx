import type { SVGProps } from 'react'

interface StrokeIconProps extends SVGProps<SVGSVGElement> {
  /** Hand-drawn on a grid of 20 with one stroke of 1.5. */
  path: string
  size?: number
}

/**
 * Draws a decorative icon; the adjacent text carries the meaning. The page frame uses it for its few icons, so that the
 * icons of the screens stay out of the entry.
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
