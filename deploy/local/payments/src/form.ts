export type FormValue = string | FormValue[] | { [key: string]: FormValue }
export type Form = { [key: string]: FormValue }

const MAX_DEPTH = 8
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Reads Stripe's form encoding: `a[b][0][c]=x` becomes `{a: {b: [{c: 'x'}]}}`. `a[]=x` appends.
 * A bracketed level whose keys are all 0..n-1 is a list. Values stay strings.
 * Throws TypeError for a key nested deeper than 8 levels or one that would reach an object's prototype.
 */
export function parseForm(text: string): Form {
  const root: Form = Object.create(null) as Form
  for (const [key, value] of new URLSearchParams(text)) insert(root, pathOf(key), value)
  return listsOf(root) as Form
}

function pathOf(key: string): string[] {
  const open = key.indexOf('[')
  const path =
    open < 1 ? [key] : [key.slice(0, open), ...[...key.slice(open).matchAll(/\[([^\]]*)\]/g)].map((m) => m[1] ?? '')]
  if (path.length > MAX_DEPTH) throw new TypeError('The request body is nested too deeply.')
  if (path.some((part) => FORBIDDEN.has(part))) throw new TypeError('The request body names a key that is not allowed.')
  return path
}

function insert(root: Form, path: string[], value: string): void {
  let level: Form = root
  path.forEach((part, index) => {
    const name = part === '' ? String(Object.keys(level).length) : part
    if (index === path.length - 1) {
      level[name] = value
      return
    }
    const next = level[name]
    level = (typeof next === 'object' ? next : (level[name] = Object.create(null) as Form)) as Form
  })
}

function listsOf(value: FormValue): FormValue {
  if (typeof value === 'string') return value
  const keys = Object.keys(value)
  const isList = keys.length > 0 && keys.every((key, index) => key === String(index))
  const entries = Object.entries(value as Form).map(([key, inner]) => [key, listsOf(inner)] as const)
  return isList ? entries.map(([, inner]) => inner) : { ...Object.fromEntries(entries) }
}
