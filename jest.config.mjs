// Three projects: `unit` (next to the code, no engines), `service` (real Mongo, NATS and Redis), `web` (jsdom).
import { readFileSync } from 'node:fs'

const swcrc = JSON.parse(readFileSync(new URL('./.swcrc', import.meta.url), 'utf8'))
const { parser, transform } = swcrc.jsc
const react = { parser: { ...parser, tsx: true }, transform: { ...transform, react: { runtime: 'automatic' } } }
const swc = ['@swc/jest', { ...swcrc, swcrc: false, jsc: { ...swcrc.jsc, ...react } }]

// TypeScript sources are imported by the name of their output. A package's `x.json.js` is a module, not JSON.
const sources = { '^(\\.{1,2}/.*(?<!\\.json))\\.js$': '$1' }

const node = {
  runner: '<rootDir>/scripts/test/jest/runner.mjs',
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  modulePathIgnorePatterns: ['/dist/', '/.data/'],
}

// Recorders of test runs, enabled by environment variables.
const recorders = [
  ...(process.env.RECORD_SURFACE ? ['record-surface'] : []),
  ...(process.env.HISSA_TEST_ERRORS ? ['record-errors'] : []),
]

export default {
  // Stops hanging tests of the web; the reporter stops a run of the others. It does not measure speed.
  testTimeout: 240_000,
  testSequencer: '<rootDir>/scripts/test/sequencer.mjs',
  projects: [
    {
      ...node,
      displayName: 'unit',
      roots: ['<rootDir>/libs', '<rootDir>/services', '<rootDir>/local', '<rootDir>/scripts'],
      testMatch: ['**/src/**/*.spec.ts', '**/scripts/**/*.spec.ts'],
    },
    {
      ...node,
      displayName: 'service',
      roots: ['<rootDir>/libs', '<rootDir>/services', '<rootDir>/local', '<rootDir>/tests'],
      testMatch: ['**/test/**/*.spec.ts', '<rootDir>/tests/**/*.spec.ts'],
      globalSetup: '<rootDir>/scripts/test/jest/start-engines.mjs',
      globalTeardown: '<rootDir>/scripts/test/jest/stop-engines.mjs',
      setupFilesAfterEnv: recorders.map((name) => `<rootDir>/scripts/test/jest/${name}.mjs`),
    },
    {
      displayName: 'web',
      roots: ['<rootDir>/web/src'],
      testEnvironment: 'jsdom',
      testEnvironmentOptions: { customExportConditions: ['source', 'browser'] },
      extensionsToTreatAsEsm: ['.ts', '.tsx'],
      testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
      moduleNameMapper: { ...sources, '\\.(css|woff2)$': '<rootDir>/web/test/style-stub.mjs' },
      setupFiles: ['<rootDir>/web/test/jsdom-setup.mjs'],
      transform: { '^.+\\.tsx?$': swc },
      modulePathIgnorePatterns: ['/dist/'],
    },
  ],
}
