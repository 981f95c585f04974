import { fils, units } from '@hissa/money'
import { useEffect, useRef, type ReactNode } from 'react'
import { useT } from '../../i18n/i18n.js'
import { ShareGrid } from '../../ui/share-grid.js'

interface AuthLayoutProps {
  title: string
  lead?: ReactNode
  children: ReactNode
  /** Set for a later step of the same page, whose heading takes the focus as on a new page. */
  focus?: boolean
}

/** Renders the frame of the sign-in pages: the form first; on wide screens with the product's value beside it. */
export function AuthLayout({ title, lead, children, focus = false }: AuthLayoutProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focus) heading.current?.focus()
  }, [focus])
  return (
    <div className="frame grid gap-16 pt-6 pb-16 md:pt-12 lg:grid-cols-[minmax(0,440px)_minmax(0,1fr)] lg:gap-24">
      <div className="mx-auto w-full max-w-[440px] lg:mx-0">
        <h1 ref={heading} tabIndex={-1} className="text-34">
          {title}
        </h1>
        {lead && <p className="mt-2 text-15 text-ink-2">{lead}</p>}
        <div className="mt-8">{children}</div>
      </div>
      <Aside />
    </div>
  )
}

function Aside() {
  const t = useT()
  return (
    <aside className="hidden self-start rounded-l bg-sunken p-12 lg:block">
      <ShareGrid
        form="block"
        label={t('auth.aside.grid')}
        unitsTotal={units(200)}
        unitsTaken={units(124)}
        unitsMine={units(6)}
        unitPriceFils={fils(10_000)}
        animate
      />
      <p className="mt-8 max-w-[36ch] text-22 tracking-[-0.02em] rtl:tracking-normal">{t('brand.tagline')}</p>
      <p className="mt-3 max-w-[52ch] text-15 text-ink-2">{t('auth.aside.text')}</p>
    </aside>
  )
}
