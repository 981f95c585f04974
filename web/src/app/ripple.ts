const RIPPLE_MS = 1_000
const RIPPLE_PX = 50

/**
 * Draws a ring for a second where the user taps, except under reduced motion or forced colours. Returns a function that
 * stops it.
 */
export function followTaps(): () => void {
  if (matchMedia('(prefers-reduced-motion: reduce), (forced-colors: active)').matches) return () => undefined
  const onPointer = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') return
    const ring = document.createElement('span')
    ring.className = 'ripple'
    ring.setAttribute('aria-hidden', 'true')
    ring.style.insetBlockStart = `${event.clientY - RIPPLE_PX / 2}px`
    ring.style.setProperty('left', `${event.clientX - RIPPLE_PX / 2}px`)
    document.body.append(ring)
    setTimeout(() => ring.remove(), RIPPLE_MS)
  }
  addEventListener('pointerdown', onPointer, { passive: true })
  return () => removeEventListener('pointerdown', onPointer)
}
