import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'

const SRC = join(import.meta.dirname, '..')
/** Tailwind's own breakpoints; a class of one that the theme leaves out has no effect. */
const TAILWIND = ['xs', 'sm', 'md', 'lg', 'xl', '2xl']

it('screens use only the breakpoints of the theme', () => {
  const theme = readFileSync(join(SRC, 'ui/styles.css'), 'utf8')
  const known = new Set([...theme.matchAll(/--breakpoint-(\w+):/g)].map(([, name]) => name))
  const unknown = TAILWIND.filter((name) => !known.has(name))
  expect(unknown).toContain('sm')
  const classes = new RegExp(`(?<![\\w-])(?:max-)?(?:${unknown.join('|')}):[a-z[-][\\w-]*`, 'g')
  const found = globSync('**/*.{ts,tsx}', { cwd: SRC }).flatMap((file) =>
    [...readFileSync(join(SRC, file), 'utf8').matchAll(classes)].map(([name]) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})
