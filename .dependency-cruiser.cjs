/** The import rules: pure domain <- use case <- edge; libs import no service; services import no other service. */
const service = '^services/([^/]+)/'
const tests = '(^tests/|/(test|bench)/|\\.spec\\.tsx?$)'
const sandboxes = '^local/(chain|docstore|kit|mail|payments)/'

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      // A type that two files share is in the lower of them, or in a file of its own.
      name: 'no-cycles-of-types',
      severity: 'error',
      from: { path: '^(libs|services/[^/]+/src|local)/' },
      to: { circular: true },
    },
    {
      name: 'no-services-or-tools-in-libs',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^(services|web|local|tests|verifiers|scripts)/' },
    },
    {
      // The order of the layers: libs; services and web; local; then tests of the whole platform. Scripts run all of them.
      name: 'no-platform-tests-or-scripts-below-them',
      severity: 'error',
      from: { path: '^(services|local|web/(src|test))/' },
      to: { path: '^(tests|verifiers|scripts)/' },
    },
    {
      name: 'no-platform-tests-in-scripts',
      severity: 'error',
      from: { path: '^scripts/' },
      to: { path: '^(tests|verifiers)/' },
    },
    {
      name: 'verifiers-import-nothing-of-the-project',
      severity: 'error',
      from: { path: '^verifiers/' },
      to: { path: '^(libs|services|web|local|tests|scripts)/' },
    },
    {
      name: 'no-imports-between-services',
      severity: 'error',
      from: { path: service },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'no-web-or-launcher-in-services',
      severity: 'error',
      from: { path: '^services/', pathNot: '/(test|bench)/' },
      to: { path: '^(web|local)/' },
    },
    {
      name: 'no-project-imports-in-contracts',
      severity: 'error',
      from: { path: '^libs/contracts/' },
      to: { path: '^(libs/(?!contracts|money/)|services|web|local)' },
    },
    {
      // Browsers load contracts for their types and a few schemas, so branded types must not add code to the bundle.
      name: 'contracts-import-types-of-money-only',
      severity: 'error',
      from: { path: '^libs/contracts/', pathNot: tests },
      to: { path: '^libs/money/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'money-is-pure',
      severity: 'error',
      from: { path: '^libs/money/src', pathNot: 'spec' },
      to: { pathNot: '^libs/money/' },
    },
    {
      name: 'ledger-imports-money-only',
      severity: 'error',
      from: { path: '^libs/ledger/src', pathNot: 'spec' },
      to: { path: '^libs/(?!ledger|money)' },
    },
    {
      name: 'web-imports-contracts-money-and-texts-only',
      severity: 'error',
      from: { path: '^web/src' },
      to: { path: '^(libs/(?!contracts|money|texts)|services|local)' },
    },
    {
      // The browser formats compiled messages; the parser and the file reader are kept out of its bundle.
      name: 'web-reads-no-catalogues',
      severity: 'error',
      from: { path: '^web/src', pathNot: tests },
      to: { path: '^libs/texts/src/(server|compile-message|kyc/)' },
    },
    {
      name: 'no-imports-between-web-features',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      // Sandboxes simulate other companies' products, so they share only the log format and the look with the product.
      name: 'no-product-imports-in-sandboxes',
      severity: 'error',
      from: { path: `${sandboxes}src/`, pathNot: tests },
      to: { path: '^(libs/(?!(kernel|brand)/)|services/|web/|scripts/|local/launcher/)' },
    },
    {
      name: 'docstore-is-independent',
      severity: 'error',
      from: { path: '^local/docstore/src' },
      to: { path: '^local/(?!docstore)' },
    },
    {
      name: 'no-orphans',
      severity: 'warn',
      from: {
        orphan: true,
        pathNot: ['\\.(d\\.m?|spec\\.)ts$', '(config|main)\\.', '\\.(mjs|js)$', '/bench/', '/test/', '^web/build/'],
      },
      to: {},
    },
    { name: 'no-unresolvable-imports', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'production-imports-no-test-code',
      severity: 'error',
      from: { pathNot: `${tests}|^(libs/testing|local|scripts)/` },
      to: { path: '^libs/testing/' },
    },
    {
      name: 'no-imports-of-tests',
      severity: 'error',
      from: { path: '/src/', pathNot: tests },
      to: { path: tests },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
}
