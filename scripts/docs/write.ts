import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DOCUMENT, withGenerated } from './architecture.js'
import { platformGraph } from './platform-graph.js'

const file = join(import.meta.dirname, '../..', DOCUMENT)
writeFileSync(file, withGenerated(readFileSync(file, 'utf8'), platformGraph()))
process.stdout.write(`Wrote ${DOCUMENT}\n`)
