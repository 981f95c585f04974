/** The directions of the house: pure domain <- use case <- edge; libs know no service; services know no service. */
const service = '^services/([^/]+)/'
const tests = '(/(test|bench|e2e)/|\\.spec\\.tsx?$)'
const sandboxes = '^deploy/local/(docstore|kit|mail|payments)/'

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'libs-know-neither-services-nor-tools',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^(services|web|deploy|scripts)/' },
    },
    {
      name: 'a-service-imports-no-other',
      severity: 'error',
      from: { path: service },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'services-know-neither-web-nor-launcher',
      severity: 'error',
      from: { path: '^services/', pathNot: '/(test|bench)/' },
      to: { path: '^(web|deploy)/' },
    },
    {
      name: 'contracts-import-nothing-of-ours',
      severity: 'error',
      from: { path: '^libs/contracts/' },
      to: { path: '^(libs/(?!contracts|money/)|services|web|deploy)' },
    },
    {
      // Browsers load contracts for their types and a few schemas: brands cost them nothing.
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
      name: 'ledger-knows-money-only',
      severity: 'error',
      from: { path: '^libs/ledger/src', pathNot: 'spec' },
      to: { path: '^libs/(?!ledger|money)' },
    },
    {
      name: 'web-imports-contracts-money-and-texts-only',
      severity: 'error',
      from: { path: '^web/src' },
      to: { path: '^(libs/(?!contracts|money|texts)|services|deploy)' },
    },
    {
      // The browser formats compiled messages; the parser and the reading of files stay outside of its bundle.
      name: 'web-reads-no-catalogue-itself',
      severity: 'error',
      from: { path: '^web/src', pathNot: tests },
      to: { path: '^libs/texts/src/(server|compile-message|kyc/)' },
    },
    {
      name: 'features-of-the-web-are-apart',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      // They stand in for other companies' products, so they share only the format of logs with what calls them.
      name: 'sandboxes-know-nothing-of-the-product',
      severity: 'error',
      from: { path: `${sandboxes}src/`, pathNot: tests },
      to: { path: '^(libs/(?!kernel/)|services/|web/|scripts/|deploy/local/launcher/)' },
    },
    {
      name: 'docstore-stands-alone',
      severity: 'error',
      from: { path: '^deploy/local/docstore/src' },
      to: { path: '^deploy/local/(?!docstore)' },
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
    { name: 'nothing-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'production-imports-no-test-code',
      severity: 'error',
      from: { pathNot: `${tests}|^(libs/testing|deploy/local|scripts)/` },
      to: { path: '^libs/testing/' },
    },
    {
      name: 'not-to-tests',
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
