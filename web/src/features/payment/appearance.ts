import type { Appearance } from '../../lib/stripe-js.js'

/** Returns the page's colours and type size for the card fields, which are in frames of another origin. */
export function currentAppearance(): Appearance {
  return {
    theme: isDark() ? 'night' : 'stripe',
    variables: {
      colorPrimary: colour('--primary'),
      colorBackground: colour('--surface'),
      colorText: colour('--ink'),
      colorTextSecondary: colour('--ink-2'),
      colorDanger: colour('--bad'),
      borderRadius: '10px',
      // A smaller field makes phones zoom in.
      fontSizeBase: '16px',
    },
  }
}

/** Calls `onChange` when the user or the system changes the theme. Returns the function that stops it. */
export function watchAppearance(onChange: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  system.addEventListener('change', onChange)
  return () => {
    observer.disconnect()
    system.removeEventListener('change', onChange)
  }
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset
  return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
}

/**
 * Returns the colour of a token. It is computed on a separate element, because the token's text names both themes
 * and a colour that changes on one element may be in transition.
 */
function colour(token: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
