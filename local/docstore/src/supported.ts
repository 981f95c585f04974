import { EXPRESSION_OPERATORS } from './aggregate/expression-operators.js'
import { ACCUMULATOR_NAMES } from './aggregate/group.js'
import { STAGE_NAMES } from './aggregate/pipeline.js'
import { COMMANDS } from './commands/registry.js'
import { QUERY_OPERATORS } from './query/operators.js'
import { UPDATE_OPERATORS } from './update/parse.js'

const POSITIONAL = ['$', '$[]', '$[name]', '$each', '$slice', '$sort', '$position']
/** Operators of a `find` projection, which the recorder cannot distinguish from expressions. */
const PROJECTION = ['$elemMatch', '$slice']

const KINDS: Readonly<Record<string, ReadonlySet<string>>> = {
  command: new Set(COMMANDS.keys()),
  query: new Set([...QUERY_OPERATORS]),
  update: new Set([...UPDATE_OPERATORS, ...POSITIONAL]),
  stage: new Set(STAGE_NAMES),
  accumulator: new Set(ACCUMULATOR_NAMES),
  // The condition inside an `$elemMatch` projection is a query.
  expression: new Set([...Object.keys(EXPRESSION_OPERATORS), ...PROJECTION, ...QUERY_OPERATORS]),
}

/** Returns the names of a surface (see `surfaceOf`) that this engine does not support. */
export function unsupported(names: readonly string[]): string[] {
  return names.filter((name) => {
    const colon = name.indexOf(':')
    const [kind, what] = [name.slice(0, colon), name.slice(colon + 1)]
    return kind === 'option' ? !hasOption(what) : !KINDS[kind]?.has(what)
  })
}

function hasOption(what: string): boolean {
  const dot = what.indexOf('.')
  return COMMANDS.get(what.slice(0, dot))?.options.includes(what.slice(dot + 1)) ?? false
}
