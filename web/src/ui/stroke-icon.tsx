import type { SVGProps } from 'react'

interface StrokeIconProps extends SVGProps<SVGSVGElement> {
  /** Path data on a 20 × 20 grid, for a stroke of 1.5. */
  path: string
  size?: number
}

/**
 * Draws a decorative icon; the adjacent text carries the meaning. The page frame passes its own few paths, so that the
 * paths of all other icons stay out of the entry bundle.
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
