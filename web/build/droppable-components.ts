import type { Plugin } from 'vite'

const ROUTER = /[\\/]react-router[\\/]dist[\\/]production[\\/]/
/** `var Link = React10.forwardRef(…)` and, after it, `Link.displayName = "Link";`. */
const COMPONENT = /^(var \w+ = )(\w+\.forwardRef\()/gm
const NAME = /^\w+\.displayName = "\w+";$/gm

/**
 * Marks the router's components as free of side effects, so that the bundler drops those that no screen uses. Its
 * package marks its elements, but not the calls that create and name components. Errors: a router without such calls.
 */
export function droppableComponents(): Plugin {
  let marked = 0
  return {
    name: 'hissa-droppable-components',
    apply: 'build',
    transform: {
      filter: { id: ROUTER },
      handler(code) {
        marked += code.match(COMPONENT)?.length ?? 0
        return { code: code.replaceAll(COMPONENT, '$1/* @__PURE__ */ $2').replaceAll(NAME, ''), map: null }
      },
    },
    buildEnd(error) {
      if (!error && marked === 0) this.error('The router has no components to mark: adjust droppable-components.ts')
    },
  }
}
