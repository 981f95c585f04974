import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.mjs'

const ROOT = join(import.meta.dirname, '..')
const SERVICE = 'services/notification'

let folder: string
beforeAll(async () => {
  await build(['libs/*'])
  folder = mkdtempSync(join(tmpdir(), 'nest-'))
  for (const file of ['nest-cli.json', 'package.json', 'tsconfig.base.json', 'tsconfig.nest.json'])
    cpSync(join(ROOT, file), join(folder, file))
  const filter = (path: string) => !/\/(dist|node_modules)$/.test(path)
  cpSync(join(ROOT, SERVICE), join(folder, SERVICE), { recursive: true, filter })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs `npx nest` in a copy of one service, without any setting of a service. */
const nest = (...words: string[]) =>
  new Promise<{ code: number; output: string }>((done) => {
    const program = [join(ROOT, 'node_modules/@nestjs/cli/bin/nest.js'), ...words]
    const options = { cwd: folder, env: { PATH: process.env.PATH, NO_COLOR: '1' } }
    const child = execFile(process.execPath, program, options, (_, stdout, stderr) =>
      done({ code: child.exitCode ?? 1, output: stdout + stderr }),
    )
  })
const read = (path: string) => readFileSync(join(folder, SERVICE, path), 'utf8')
const filesIn = (part: string) => globSync(`${part}/**/*.*`, { cwd: join(folder, SERVICE) }).sort()

describe('the commands of NestJS', () => {
  it('build every source of a service, and copy its texts', async () => {
    expect(await nest('build', 'notification')).toEqual({ code: 0, output: '' })
    const sources = filesIn('src').filter((path) => !path.endsWith('.spec.ts'))
    const built = sources.map((path) => path.replace('src/', 'dist/').replace(/\.ts$/, '.js'))
    expect(filesIn('dist').filter((path) => !path.endsWith('.map'))).toEqual(built.sort())
  })

  it('start a service, which names its missing settings', async () => {
    const { code, output } = await nest('start', 'notification')
    expect(output).toContain('notification: The configuration is not usable:')
    expect(output).toContain('NATS_URL must be')
    expect(code).toBe(78)
  })

  it('generate a provider in the module of a service', async () => {
    expect(await nest('generate', 'service', 'reminders', '--project', 'notification')).toMatchObject({ code: 0 })
    expect(read('src/reminders/reminders.service.ts')).toContain('export class RemindersService')
    const module = read('src/notification.module.ts')
    expect(module).toContain("import { RemindersService } from './reminders/reminders.service.js'")
    expect(module).toContain('providers: [RemindersService]')
  })
})
