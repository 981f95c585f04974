import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { generated } from './generated.js'

for (const { file, path, text, current } of generated()) {
  mkdirSync(dirname(path), { recursive: true })
  if (text !== current) writeFileSync(path, text)
  process.stdout.write(`${text === current ? 'unchanged' : 'written'}: ${file}\n`)
}
