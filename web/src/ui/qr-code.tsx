import { cx } from '../lib/cx.js'

interface QrCodeProps {
  /** The dark modules as an SVG path in a square of `size` units, with its quiet zone. */
  qr: { path: string; size: number }
  /** What the code leads to. */
  label: string
  className?: string
}

/** Shows a QR code, dark on white in either theme, so that every reader recognises it. */
export const QrCode = ({ qr: { path, size }, label, className }: QrCodeProps) => (
  <svg
    viewBox={`0 0 ${size} ${size}`}
    role="img"
    aria-label={label}
    shapeRendering="crispEdges"
    className={cx('w-full rounded-s', className)}
  >
    <path d={`M0 0h${size}v${size}H0z`} fill="white" />
    <path d={path} fill="black" />
  </svg>
)
