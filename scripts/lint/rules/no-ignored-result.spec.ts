import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'

const installed = join(import.meta.dirname, '../../../node_modules')
const CONFIG = `
  import tseslint from 'typescript-eslint'
  import { noIgnoredResult } from '${new URL('./no-ignored-result.mjs', import.meta.url).href}'
  export default tseslint.config({
    files: ['**/*.ts'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { hissa: { rules: { 'no-ignored-result': noIgnoredResult } } },
    rules: { 'hissa/no-ignored-result': 'error' },
  })
`
const COMPILER = { strict: true, target: 'es2023', lib: ['es2023'], module: 'nodenext', types: [] }
const TYPES = `
  interface Refused { ok: false; error: string }
  type Result = { ok: true } | Refused
  declare const decide: () => Result
  declare const ask: () => Promise<Result>
  declare const count: () => Promise<number>
  declare const results: Result[]
`
const DROPPED = [
  'decide()',
  'void decide()',
  'await ask()',
  'void ask()',
  'await Promise.all([ask(), ask()])',
  'await Promise.all([count(), ask()])',
  'await Promise.all([1, 2].map(ask))',
  'void Promise.all([ask()])',
  'await Promise.race([count(), ask()])',
  'await Promise.allSettled([ask()])',
  'await Promise.allSettled([1].map(ask))',
]
const USED = [
  'await count()',
  'await Promise.all([count(), count()])',
  'await Promise.allSettled([count()])',
  'results.sort()',
  'let all; all = await Promise.all([ask()])',
  'export const kept = await Promise.all([ask()])',
]
let root: string

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'hissa-rule-'))
  for (const folder of ['src', 'node_modules']) mkdirSync(join(root, folder))
  symlinkSync(join(installed, 'typescript-eslint'), join(root, 'node_modules/typescript-eslint'))
  const write = (file: string, text: string) => writeFileSync(join(root, file), text)
  write('package.json', '{ "type": "module" }')
  write('tsconfig.json', JSON.stringify({ compilerOptions: COMPILER, include: ['src'] }))
  write('eslint.config.mjs', CONFIG)
  write('src/types.d.ts', TYPES)
  for (const [name, lines] of Object.entries({ dropped: DROPPED, used: USED }))
    write(`src/${name}.ts`, `export {}\n${lines.join('\n')}\n`)
})
afterAll(() => rmSync(root, { recursive: true }))

/** Returns the statements of a file that the rule reports. */
function reported(name: string, lines: readonly string[]): Promise<string[]> {
  const args = [join(installed, 'eslint/bin/eslint.js'), '--format', 'json', `src/${name}.ts`]
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: root, env: { ...process.env, NODE_OPTIONS: '' } }, (_, stdout, stderr) => {
      if (stdout === '') return reject(new Error(stderr))
      const [{ messages }] = JSON.parse(stdout) as [{ messages: { line: number; ruleId: string; message: string }[] }]
      resolve(messages.map(({ line, ruleId, message }) => (ruleId ? lines[line - 2]! : message)))
    })
  })
}

describe('no-ignored-result', () => {
  it('reports a Result that is dropped, alone or among several', async () =>
    expect(await reported('dropped', DROPPED)).toEqual(DROPPED))

  it('reports neither other values nor a Result that is used', async () =>
    expect(await reported('used', USED)).toEqual([]))
})
