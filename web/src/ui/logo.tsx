import { useT } from '../i18n/i18n.js'

/** Renders the mark: two squares turned into an eight-pointed star, one corner square in copper. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinejoin="miter">
        <path d="M5.5 5.5h17v17h-17z" />
        <path d="M14 2 26 14 14 26 2 14z" />
      </g>
      <path d="M7.2 7.2h13.6v13.6H7.2z" fill="var(--ground)" />
      <path d="M14 14h9.4v9.4H14z" fill="var(--mine)" />
    </svg>
  )
}

/** Renders the mark with the product's name. */
export function Logo() {
  const t = useT()
  return (
    <span className="inline-flex items-center gap-2.5 text-ink">
      <LogoMark />
      <span className="text-22 tracking-[-0.03em]">{t('brand.name')}</span>
    </span>
  )
}
