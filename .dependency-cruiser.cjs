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
      name: 'no-services-or-tools-in-libs',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^(services|web|deploy|local|tests|scripts)/' },
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
      to: { path: '^(web|deploy|local|tests)/' },
    },
    {
      name: 'no-project-imports-in-contracts',
      severity: 'error',
      from: { path: '^libs/contracts/' },
      to: { path: '^(libs/(?!contracts|money/)|services|web|deploy|local|tests)' },
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
      to: { path: '^(libs/(?!contracts|money|texts)|services|deploy|local|tests)' },
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
        pathNot: ['\\.(d\\.m?|spec\\.)ts$', '(config|main)\\.', '\\.(mjs|js)$', '/bench/', '/test/'],
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
