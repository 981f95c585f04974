import { encode } from '../bson/encode.js'
import { truthy } from '../bson/values.js'
import { Code, fail } from '../errors.js'
import { FIRST_BATCH } from '../limits.js'
import { runPipeline } from '../aggregate/pipeline.js'
import {
  countOption,
  docOption,
  docsOption,
  namespaceOf,
  refuseCollation,
  refuseOptions,
  variablesOf,
  type Command,
} from './command.js'

export const AGGREGATE_OPTIONS = [
  'pipeline',
  'cursor',
  'explain',
  'allowDiskUse',
  'bypassDocumentValidation',
  'hint',
  'let',
  'collation',
] as const

export const aggregate: Command = {
  options: AGGREGATE_OPTIONS,
  inTransaction: true,
  *run(command, context) {
    refuseOptions('aggregate', command, ['explain'])
    refuseCollation(command)
    const collection = command.get('aggregate')
    if (typeof collection !== 'string')
      fail(Code.CommandNotSupported, 'aggregation of a whole database is not supported by docstore')
    if (!command.has('cursor'))
      fail(Code.FailedToParse, "The 'cursor' option is required, except for aggregate with the explain argument")
    const namespace = namespaceOf(command, 'aggregate', context.database)
    const hint = command.get('hint')
    const source = runPipeline(docsOption(command, 'pipeline'), {
      unit: context.reader,
      database: context.database,
      namespace,
      variables: variablesOf(command),
      ...(truthy(hint) ? { hint } : {}),
    })
    const encoded: Buffer[] = []
    for (const part of source) {
      for (const document of part) encoded.push(encode(document))
      yield
    }
    const batchSize = countOption(docOption(command, 'cursor'), 'batchSize') ?? FIRST_BATCH
    return context.cursors.first(namespace, encoded, batchSize)
  },
}
