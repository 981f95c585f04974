import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

const PARTS = [
  'libs',
  'services',
  'local',
  'tests',
  'scripts',
  'docs',
  'deploy',
  'k8s',
  'docker-compose.yml',
  'nest-cli.json',
  'package.json',
  'tsconfig.base.json',
]
const LEFT_OUT = ['node_modules', 'dist', '.data']

/** A copy of the project's sources that a test may change, with the dependencies of the original. */
export interface CopiedProject {
  dir: string
  /** Links the project's own packages, as `npm install` does. */
  linkPackages(): void
  /**
   * Runs a TypeScript file of the copy from source and returns its output. Throws Error with the output when it fails.
   */
  run(file: string): Promise<string>
  remove(): void
}

export function copyProject(root: string): CopiedProject {
  const dir = mkdtempSync(join(tmpdir(), 'hissa-copy-'))
  for (const part of PARTS) {
    const filter = (path: string) => !LEFT_OUT.includes(basename(path))
    cpSync(join(root, part), join(dir, part), { recursive: true, filter })
  }
  for (const nested of globSync(['libs/*', 'services/*', 'local/*', 'libs/testing/*'], { cwd: root })) {
    const modules = join(root, nested, 'node_modules')
    if (existsSync(modules)) symlinkSync(modules, join(dir, nested, 'node_modules'))
  }
  mkdirSync(join(dir, 'node_modules/@hissa'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')).filter((entry) => entry !== '@hissa'))
    symlinkSync(join(root, 'node_modules', name), join(dir, 'node_modules', name))
  return {
    dir,
    linkPackages: () => linkPackages(dir),
    run: (file) => run(dir, file),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}

function linkPackages(dir: string): void {
  const { workspaces } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as { workspaces: string[] }
  const files = globSync(
    workspaces.map((pattern) => `${pattern}/package.json`),
    { cwd: dir },
  )
  for (const file of files) {
    const { name } = JSON.parse(readFileSync(join(dir, file), 'utf8')) as { name: string }
    const link = join(dir, 'node_modules', name)
    if (!existsSync(link)) symlinkSync(join(dir, dirname(file)), link)
  }
}

function run(dir: string, file: string): Promise<string> {
  const source = [
    '--no-warnings',
    '--conditions=source',
    '--import',
    '@swc-node/register/esm-register',
    join(dir, file),
  ]
  const env = { ...process.env, SWC_NODE_PROJECT: join(dir, 'tsconfig.base.json') }
  const child = spawn(process.execPath, source, { cwd: dir, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let [output, errors] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  return new Promise((resolve, reject) =>
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`${file}: ${errors}${output}`)))),
  )
}
