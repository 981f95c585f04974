import { compileStages } from '../aggregate/pipeline.js'
import { leadingSelection } from '../aggregate/stage.js'
import { doc, int, isDoc, truthy, type Doc, type Value } from '../bson/values.js'
import { Code, fail } from '../errors.js'
import { describePlan } from '../index/explain.js'
import type { ScanCounts } from '../index/scan.js'
import { select, type Selection } from '../query/select.js'
import { parseSort } from '../query/sort.js'
import type { Steps } from '../steps.js'
import { checkOptions, docOption, docsOption, namespaceOf, type Command, type Context } from './command.js'
import { AGGREGATE_OPTIONS } from './aggregate.js'
import { selectionOf, FIND_OPTIONS } from './find.js'
import { FIND_AND_MODIFY_OPTIONS } from './find-and-modify.js'

interface Explained {
  selection: Selection
  /** The writing stage, above the search. */
  outer?: 'UPDATE' | 'DELETE' | 'COUNT'
}

const PARSERS: Record<string, { options: readonly string[]; parse: (command: Doc) => Explained }> = {
  find: { options: FIND_OPTIONS, parse: (command) => ({ selection: selectionOf(command) }) },
  count: {
    options: ['query', 'limit', 'skip', 'hint', 'fields', 'collation'],
    parse: (command) => ({ selection: { filter: docOption(command, 'query') }, outer: 'COUNT' }),
  },
  distinct: {
    options: ['key', 'query', 'collation'],
    parse: (command) => ({ selection: { filter: docOption(command, 'query') } }),
  },
  aggregate: { options: AGGREGATE_OPTIONS, parse: (command) => ({ selection: pipelineSelection(command) }) },
  update: {
    options: ['updates', 'ordered', 'let', 'bypassDocumentValidation'],
    parse: (command) => statement(command, 'updates', 'UPDATE'),
  },
  delete: { options: ['deletes', 'ordered', 'let'], parse: (command) => statement(command, 'deletes', 'DELETE') },
  findAndModify: { options: FIND_AND_MODIFY_OPTIONS, parse: modifySelection },
  findandmodify: { options: FIND_AND_MODIFY_OPTIONS, parse: modifySelection },
}

function pipelineSelection(command: Doc): Selection {
  const pipeline = docsOption(command, 'pipeline')
  compileStages(pipeline)
  return leadingSelection(pipeline).selection
}

function statement(command: Doc, name: string, outer: 'UPDATE' | 'DELETE'): Explained {
  const [first] = docsOption(command, name)
  const filter = first?.get('q')
  const hint = first?.get('hint')
  return { selection: { filter: isDoc(filter) ? filter : new Map(), ...(hint === undefined ? {} : { hint }) }, outer }
}

function modifySelection(command: Doc): Explained {
  const selection = { filter: docOption(command, 'query'), sort: parseSort(docOption(command, 'sort')), limit: 1 }
  return { selection, outer: truthy(command.get('remove')) ? 'DELETE' : 'UPDATE' }
}

/**
 * Describes the plan of a command: index and scan, and with `executionStats` the number of keys and documents examined.
 */
export const explain: Command = {
  options: ['verbosity'],
  *run(command, context) {
    const inner = command.get('explain')
    const [name] = isDoc(inner) ? inner.keys() : []
    const parser = PARSERS[name ?? '']
    if (!isDoc(inner) || name === undefined || !parser)
      fail(Code.CommandNotSupported, `explain of ${name ?? 'nothing'} is not supported by docstore`)
    checkOptions(name, inner, [...parser.options, 'explain'])
    const namespace = namespaceOf(inner, name, context.database)
    const { selection, outer } = parser.parse(inner)
    return yield* explained(context, namespace, selection, outer, command.get('verbosity'))
  },
}

function* explained(
  context: Context,
  namespace: string,
  selection: Selection,
  outer: string | undefined,
  verbosity: Value,
): Steps<Doc> {
  const info = context.reader.catalog.get(namespace)
  const searching = describePlan(info, selection)
  const winningPlan = outer ? doc({ stage: outer, inputStage: searching }) : searching
  const reply = doc({
    explainVersion: '1',
    queryPlanner: doc({
      plannerVersion: int(1),
      namespace,
      indexFilterSet: false,
      parsedQuery: selection.filter,
      winningPlan,
      rejectedPlans: [],
    }),
  })
  if (verbosity !== 'queryPlanner') reply.set('executionStats', yield* executed(context, namespace, selection))
  const { hostname, port } = new URL(`mongodb://${context.address}`)
  return reply.set('serverInfo', doc({ host: hostname, port: int(Number(port)), version: 'docstore' }))
}

function* executed(context: Context, namespace: string, selection: Selection): Steps<Doc> {
  const counts: ScanCounts = { keys: 0, documents: 0 }
  const rows = yield* select(context.reader, context.reader.catalog.get(namespace), selection, counts)
  return doc({
    executionSuccess: true,
    nReturned: int(rows.length),
    executionTimeMillis: int(0),
    totalKeysExamined: int(counts.keys),
    totalDocsExamined: int(counts.documents),
  })
}
