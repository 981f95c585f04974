const KEY = 'hissa.hideAmounts'
const listeners = new Set<() => void>()

/** Returns whether the user hides their amounts on this device. */
export function areAmountsHidden(): boolean {
  try {
    return localStorage.getItem(KEY) === '1'
  } catch {
    return false // storage blocked by the browser
  }
}

/** Stores whether amounts are hidden and notifies the page. */
export function hideAmounts(hidden: boolean): void {
  localStorage.setItem(KEY, hidden ? '1' : '0')
  listeners.forEach((listener) => listener())
}

/** Calls `listener` when the setting changes, also in another tab. Returns a function that stops it. */
export function onHideAmounts(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => key === KEY && listener()
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}
