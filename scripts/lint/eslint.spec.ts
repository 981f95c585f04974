import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'

const script = join(import.meta.dirname, 'eslint.mjs')
const installed = join(import.meta.dirname, '../../node_modules')
const CONFIG = `
  import tseslint from 'typescript-eslint'
  export default tseslint.config({
    files: ['**/*.ts'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: { '@typescript-eslint/no-floating-promises': 'error' },
  })
`
const COMPILER = {
  strict: true,
  target: 'es2023',
  lib: ['es2023'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  types: [],
}
let root: string
const write = (file: string, text: string) => writeFileSync(join(root, file), text)

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hissa-eslint-'))
  for (const folder of ['src', 'node_modules']) mkdirSync(join(root, folder))
  symlinkSync(join(installed, 'typescript-eslint'), join(root, 'node_modules/typescript-eslint'))
  write('package.json', '{ "type": "module" }')
  write('package-lock.json', '{}')
  write('tsconfig.json', JSON.stringify({ compilerOptions: COMPILER, include: ['src'] }))
  write('eslint.config.mjs', CONFIG)
  write('src/mail.ts', 'export function send(): void {}\n')
  write('src/outbox.ts', "export * from './mail.js'\n")
  write('src/order.ts', "import { send } from './outbox.js'\n\nsend()\n")
  write('src/apart.ts', 'export const apart = 1\n')
})
afterEach(() => rmSync(root, { recursive: true }))

/** Lints the project; returns the output and whether it passed. */
const lint = () =>
  new Promise<{ ok: boolean; text: string }>((done) => {
    const env = { ...process.env, NODE_OPTIONS: '' }
    execFile(process.execPath, [script, root, 'src'], { env, cwd: root }, (error, stdout, stderr) =>
      done({ ok: !error, text: stdout + stderr }),
    )
  })

/** Returns the hash of the inputs that all cached results depend on. */
async function key(): Promise<string> {
  const stale = new URL('./stale-files.mjs', import.meta.url).href
  const code = `import { keyOf } from '${stale}'; process.stdout.write(keyOf('${root}', ['src']))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code])
  return stdout
}

describe('ESLint with its cache', () => {
  it('skips unchanged files, and reports an error caused by an edit of another file', async () => {
    expect(await lint()).toEqual({ ok: true, text: '4 of 4 files checked\n' })
    expect(await lint()).toEqual({ ok: true, text: '0 of 4 files checked\n' })
    write('src/mail.ts', 'export async function send(): Promise<void> {}\n')
    for (const run of ['first', 'second']) {
      const { ok, text } = await lint()
      expect({ run, ok }).toEqual({ run, ok: false })
      expect(text).toMatch(/order\.ts\n +3:1 +error +Promises must be awaited/)
      expect(text).toContain(run === 'first' ? '3 of 4 files checked' : '1 of 4 files checked')
    }
  })

  it.each([
    ['the configuration', 'eslint.config.mjs', CONFIG.replace("'error'", "'warn'")],
    ['a dependency', 'package-lock.json', '{ "lockfileVersion": 3 }'],
    ['the compiler’s options', 'tsconfig.json', JSON.stringify({ compilerOptions: { ...COMPILER, strict: false } })],
    ['types that are imported nowhere', 'src/global.d.ts', 'declare const everywhere: string\n'],
  ])('checks everything again after a change of %s', async (_, file, text) => {
    const before = await key()
    expect(await key()).toBe(before)
    write(file, text)
    expect(await key()).not.toBe(before)
  })
})
