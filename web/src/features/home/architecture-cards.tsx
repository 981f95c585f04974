import { useEffect, useState } from 'react'
import { useT } from '../../i18n/i18n.js'
import { IconButton } from '../../ui/button.js'
import { Icon } from '../../ui/icons.js'
import { useReducedMotion } from '../../ui/motion.js'
import { CardSketch } from './card-sketch.js'

const CARDS = ['building', 'money', 'register', 'rules'] as const
const INTERVAL_MS = 4_000

/**
 * Renders a carousel of four cards, 4 s each. The pause button comes first; the carousel also pauses under the pointer
 * or focus and while the page is hidden. Under reduced motion and without scripts all four are side by side.
 */
export function ArchitectureCards() {
  const t = useT()
  const still = useReducedMotion()
  const { active, choose, paused, setPaused, hold } = useRotation(!still)
  return (
    <section
      className="frame pt-24"
      aria-roledescription={still ? undefined : t('home.cards.role')}
      aria-labelledby="cards-title"
      {...hold}
    >
      <div className="flex flex-col gap-4 pb-8 md:flex-row md:items-end md:justify-between">
        <h2 id="cards-title" className="text-34">
          {t('home.cards.title')}
        </h2>
        <div className="rotation items-center gap-1">
          <IconButton label={t(paused ? 'home.cards.play' : 'home.cards.pause')} onClick={() => setPaused(!paused)}>
            <Icon name={paused ? 'play' : 'pause'} size={18} />
          </IconButton>
          <div
            role="tablist"
            aria-labelledby="cards-title"
            className="flex"
            onKeyDown={(event) => moveByKey(event, active, choose)}
          >
            {CARDS.map((card, index) => (
              <button
                key={card}
                id={`tab-${card}`}
                role="tab"
                type="button"
                aria-selected={index === active}
                aria-controls={`card-${card}`}
                aria-label={`${index + 1}. ${t(`home.cards.${card}.title`)}`}
                tabIndex={index === active ? 0 : -1}
                onClick={() => choose(index)}
                className="group flex size-11 flex-col items-center justify-center gap-1 text-13 text-ink-2 aria-selected:text-ink"
              >
                {index + 1}
                <span
                  aria-hidden="true"
                  className="size-2 rounded-[2px] border border-line-strong group-aria-selected:border-primary group-aria-selected:bg-primary"
                />
              </button>
            ))}
          </div>
        </div>
      </div>
      <div className="slides" aria-live={paused ? 'polite' : 'off'}>
        {CARDS.map((card, index) => (
          <div
            key={card}
            id={`card-${card}`}
            role={still ? undefined : 'tabpanel'}
            aria-labelledby={still ? undefined : `tab-${card}`}
            inert={!still && index !== active}
            className="slide overflow-hidden rounded-m border border-line bg-surface"
          >
            <Card card={card} />
          </div>
        ))}
      </div>
    </section>
  )
}

function Card({ card }: { card: (typeof CARDS)[number] }) {
  const t = useT()
  return (
    <div className="slide-card">
      <div className="max-w-[56ch]">
        <h3 className="text-22">{t(`home.cards.${card}.title`)}</h3>
        <p className="mt-3 text-15 text-ink-2">{t(`home.cards.${card}.text`)}</p>
      </div>
      <CardSketch card={card} />
    </div>
  )
}

/** Returns the shown card and the handlers that pause the carousel. */
function useRotation(turning: boolean) {
  const [active, setActive] = useState(0)
  const [paused, setPaused] = useState(false)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (!turning || paused || held) return
    const timer = setInterval(() => document.hidden || setActive((index) => (index + 1) % CARDS.length), INTERVAL_MS)
    return () => clearInterval(timer)
  }, [turning, paused, held])
  const choose = (index: number) => {
    setActive(index)
    setPaused(true)
  }
  const hold = {
    onMouseEnter: () => setHeld(true),
    onMouseLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  return { active, choose, paused, setPaused, hold }
}

/**
 * Moves along the tabs in the reading direction by arrow keys, to the ends by Home and End, together with the focus.
 */
function moveByKey(event: React.KeyboardEvent<HTMLElement>, active: number, choose: (index: number) => void): void {
  const rtl = document.documentElement.dir === 'rtl'
  const last = CARDS.length - 1
  const targets: Record<string, number> = {
    [rtl ? 'ArrowLeft' : 'ArrowRight']: active === last ? 0 : active + 1,
    [rtl ? 'ArrowRight' : 'ArrowLeft']: active === 0 ? last : active - 1,
    Home: 0,
    End: last,
  }
  const target = targets[event.key]
  if (target === undefined) return
  event.preventDefault()
  choose(target)
  event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[target]?.focus()
}
