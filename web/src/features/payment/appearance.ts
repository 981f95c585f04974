import type { Appearance } from '../../lib/stripe-js.js'

/** Returns the page's colours and type size for the card fields, which are in frames of another origin. */
export function currentAppearance(): Appearance {
  const colour = readColours()
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

/** Returns a reader of colour tokens. A token is computed on an element, because its own text names both themes. */
function readColours(): (token: string) => string {
  const probe = document.createElement('span')
  document.body.append(probe)
  const colours = new Map<string, string>()
  for (const token of ['--primary', '--surface', '--ink', '--ink-2', '--bad']) {
    probe.style.color = `var(${token})`
    colours.set(token, getComputedStyle(probe).color)
  }
  probe.remove()
  return (token) => colours.get(token)!
}
