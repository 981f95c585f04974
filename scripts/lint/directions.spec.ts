import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const CONFIGS = ['.dependency-cruiser.cjs', '.dependency-cruiser.folders.cjs', 'tsconfig.base.json']
const HELPER = 'libs/testing/helpers/src/poll.ts'

/** Returns files that import the given paths. */
type Tree = Record<string, string>

describe('import rules', () => {
  let dir: string

  beforeAll(() => {
    dir = mkdtempSync(join(realpathSync(tmpdir()), 'hissa-directions-'))
  })
  afterAll(() => rmSync(dir, { recursive: true }))

  /** Writes the tree and returns the violated rules, with the files or folders that violate them. */
  function violations(config: string, tree: Tree): string[] {
    const project = mkdtempSync(join(dir, 'project-'))
    for (const file of CONFIGS) cpSync(join(root, file), join(project, file))
    for (const [file, text] of Object.entries(tree)) {
      mkdirSync(dirname(join(project, file)), { recursive: true })
      writeFileSync(join(project, file), `${text}\nexport const own = 1\n`)
    }
    const folders = [...new Set(Object.keys(tree).map((file) => file.split('/')[0]!))]
    const args = [...folders, '--config', config, '--output-type=json']
    const program = join(root, 'node_modules/.bin/depcruise')
    const { stdout, stderr } = spawnSync(program, args, { cwd: project, encoding: 'utf8' })
    if (!stdout) throw new Error(stderr)
    const { summary } = JSON.parse(stdout) as { summary: { violations: { rule: Rule; from: string }[] } }
    return summary.violations
      .filter(({ rule }) => rule.severity === 'error')
      .map(({ rule, from }) => `${rule.name} ${from}`)
      .sort()
  }

  it('keep test code out of production code', () => {
    const importHelper = (path: string) => `import '${path}libs/testing/helpers/src/poll.js'`
    const tree = {
      [HELPER]: '',
      'libs/kernel/src/boot.ts': importHelper('../../../'),
      'services/kyc/src/main.ts': importHelper('../../../'),
      'web/src/main.ts': importHelper('../../'),
      'services/kyc/src/case.spec.ts': importHelper('../../../'),
      'services/kyc/test/cases.spec.ts': importHelper('../../../'),
      'local/launcher/src/main.ts': importHelper('../../../'),
    }
    const broken = violations('.dependency-cruiser.cjs', tree).filter((line) => !line.startsWith('web-imports'))
    expect(broken).toEqual([
      'production-imports-no-test-code libs/kernel/src/boot.ts',
      'production-imports-no-test-code services/kyc/src/main.ts',
      'production-imports-no-test-code web/src/main.ts',
    ])
  })

  it('forbid libraries from importing services, local development code and scripts', () => {
    const tree = {
      'scripts/build.mjs': '',
      'services/kyc/src/main.ts': '',
      'local/docstore/src/index.ts': '',
      'libs/kernel/src/a.ts': `import '../../../services/kyc/src/main.js'`,
      'libs/kernel/src/b.ts': `import '../../../local/docstore/src/index.js'`,
      'libs/testing/engines/src/c.ts': `import '../../../../scripts/build.mjs'`,
    }
    expect(violations('.dependency-cruiser.cjs', tree)).toEqual(
      ['kernel/src/a.ts', 'kernel/src/b.ts', 'testing/engines/src/c.ts'].map(
        (file) => `no-services-or-tools-in-libs libs/${file}`,
      ),
    )
  })

  it('allow no cycles, of types only neither, in libraries, services and local development code', () => {
    const tree = {
      'services/kyc/src/order.ts': `import type { own } from './cap.js'\nexport type Cap = typeof own`,
      'services/kyc/src/cap.ts': `import { own as other } from './order.js'\nexport const cap = other`,
      'tests/attacks/a.ts': `import { own as other } from './b.js'\nexport const a = other`,
      'tests/attacks/b.ts': `import { own as other } from './a.js'\nexport const b = other`,
    }
    expect([...new Set(violations('.dependency-cruiser.cjs', tree).map((line) => line.split('/')[0]!))]).toEqual([
      'no-cycles tests',
      'no-cycles-of-types services',
    ])
  })

  it('forbid every layer from importing a layer above it', () => {
    const tree = {
      'tests/attacks/books.ts': '',
      'verifiers/register.mjs': `import '../libs/money/src/fils.js'`,
      'libs/money/src/fils.ts': '',
      'services/kyc/test/cases.spec.ts': `import '../../../tests/attacks/books.js'`,
      'web/src/main.ts': `import '../../tests/attacks/books.js'`,
      'local/launcher/src/main.ts': `import '../../../tests/attacks/books.js'`,
      'scripts/build.mjs': `import '../tests/attacks/books.js'`,
      'libs/kernel/src/a.ts': `import '../../../tests/attacks/books.js'`,
    }
    const broken = violations('.dependency-cruiser.cjs', tree).filter((line) => !line.startsWith('no-imports-of-tests'))
    expect(broken).toEqual([
      'no-platform-tests-in-scripts scripts/build.mjs',
      'no-platform-tests-or-scripts-below-them local/launcher/src/main.ts',
      'no-platform-tests-or-scripts-below-them services/kyc/test/cases.spec.ts',
      'no-platform-tests-or-scripts-below-them web/src/main.ts',
      'no-services-or-tools-in-libs libs/kernel/src/a.ts',
      'verifiers-import-nothing-of-the-project verifiers/register.mjs',
    ])
  })

  it('let contracts use the types of money, and no other package of the project', () => {
    const tree = {
      'libs/money/src/fils.ts': 'export type Fils = number',
      'libs/kernel/src/clock.ts': 'export type Clock = number',
      'libs/contracts/src/a.ts': `import type { Fils } from '../../money/src/fils.js'\nexport type A = Fils`,
      'libs/contracts/src/b.ts': `import { own as other } from '../../money/src/fils.js'\nexport const b = other`,
      'libs/contracts/src/c.ts': `import type { Clock } from '../../kernel/src/clock.js'\nexport type C = Clock`,
    }
    expect(violations('.dependency-cruiser.cjs', tree)).toEqual([
      'contracts-import-types-of-money-only libs/contracts/src/b.ts',
      'no-project-imports-in-contracts libs/contracts/src/c.ts',
    ])
  })

  it('forbid services from importing local development code, and sandboxes from importing the product', () => {
    const tree = {
      'libs/money/src/fils.ts': '',
      'local/launcher/src/main.ts': `import '../../mail/src/index.js'`,
      'local/mail/src/index.ts': `import '../../../libs/money/src/fils.js'`,
      'services/kyc/src/main.ts': `import '../../../local/launcher/src/main.js'`,
    }
    expect(violations('.dependency-cruiser.cjs', tree)).toEqual([
      'no-product-imports-in-sandboxes local/mail/src/index.ts',
      'no-web-or-launcher-in-services services/kyc/src/main.ts',
    ])
  })

  it('allow no cycles between the folders of a service', () => {
    const inKyc = (files: Tree) =>
      Object.fromEntries(Object.entries(files).map(([file, text]) => [`services/kyc/src/${file}`, text]))
    const config = '.dependency-cruiser.folders.cjs'
    const cycle = {
      'cases/list.ts': `import '../uploads/attach.js'`,
      'cases/case.ts': '',
      'uploads/attach.ts': `import '../cases/case.js'`,
    }
    expect(violations(config, inKyc(cycle))).toEqual(
      ['cases', 'uploads'].map((folder) => `no-folder-cycles-inside-a-service services/kyc/src/${folder}`),
    )
    const allowed = {
      'module.ts': `import './cases/list.js'`,
      'cases/list.ts': `import '../uploads/attach.js'\nimport './notes/note.js'`,
      'cases/case.ts': '',
      'cases/notes/note.ts': `import '../case.js'`,
      'uploads/attach.ts': `import type { own } from '../cases/case.js'\nexport type Own = typeof own`,
    }
    expect(violations(config, inKyc(allowed))).toEqual([])
  })
})

interface Rule {
  name: string
  severity: string
}
