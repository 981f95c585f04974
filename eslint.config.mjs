import hooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'
import { brandedMoney } from './scripts/lint/rules/branded-money.mjs'
import { machineTime, timePorts } from './scripts/lint/rules/machine-time.mjs'
import { noIgnoredResult } from './scripts/lint/rules/no-ignored-result.mjs'

const SIMULATED = ['libs/ledger/src/**', 'services/*/src/**/{order,raise,payment,case,rules,status}.ts']
const WEB_PHYSICAL = String.raw`(^|[\s:])-?(m|p)[lr]-|(^|[\s:])-?(left|right)-|\btext-(left|right)\b|\bfloat-(left|right)\b|\brounded-[lr]-|\bborder-[lr]\b`

// Code that turns refusals into exceptions or problem details; all other code returns them as a Result.
const EDGES = [
  'libs/kernel/src/**',
  'libs/auth/src/**',
  'libs/messaging/src/**',
  'services/gateway/src/**',
  'services/identity/src/local/**',
  'services/kyc/src/local/**',
]
const EXCEPTIONS = ['ProblemError', 'problem', 'problemFor', 'validationProblem', 'invalidCursor', 'valueOrThrow']

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '.data/**', '**/*.gen.ts'] },
  ...tseslint.configs.recommendedTypeChecked.map((config) => ({ ...config, files: ['**/*.ts', '**/*.tsx'] })),
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { hissa: { rules: { 'branded-money': brandedMoney, 'no-ignored-result': noIgnoredResult } } },
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', name: ['describe', 'it', 'before', 'after'], package: 'node:test' },
          ],
        },
      ],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      '@typescript-eslint/only-throw-error': ['error', { allowThrowingUnknown: true }],
      'no-console': 'error',
      'hissa/branded-money': 'error',
      'hissa/no-ignored-result': 'error',
      'max-lines': ['error', { max: 400, skipBlankLines: false }],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true, IIFEs: false }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['libs/*/src/**/*.ts', 'services/*/src/**/*.ts'],
    ignores: ['**/*.spec.ts', 'libs/testing/**', ...timePorts],
    rules: {
      'no-restricted-globals': ['error', ...machineTime.globals],
      'no-restricted-syntax': ['error', ...machineTime.syntax],
      'no-restricted-imports': ['error', { paths: machineTime.imports }],
    },
  },
  {
    files: SIMULATED,
    ignores: ['**/*.spec.ts', ...timePorts],
    rules: {
      'no-restricted-globals': ['error', ...machineTime.globals, 'process'],
      'no-restricted-syntax': [
        'error',
        ...machineTime.syntax,
        {
          selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
          message: 'Pure code takes random values as an argument.',
        },
      ],
    },
  },
  {
    files: ['libs/*/src/**/*.ts', 'services/*/src/**/*.ts'],
    ignores: ['**/*.spec.ts', 'libs/testing/**', ...timePorts, ...EDGES],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            ...machineTime.imports,
            {
              name: '@hissa/kernel',
              importNames: EXCEPTIONS,
              message: 'Return a Result: refuse(ERROR, ...) from @hissa/contracts. See docs/guides/add-a-call.md.',
            },
          ],
        },
      ],
    },
  },
  {
    // Only these files create fils and units from numbers.
    files: ['libs/money/src/*.ts', 'libs/contracts/src/core.ts'],
    ignores: ['**/*.spec.ts'],
    rules: { 'hissa/branded-money': 'off' },
  },
  {
    // Tests may use plain amounts for brevity; declared types are branded.
    files: ['**/*.spec.{ts,tsx}', '**/{test,bench}/**/*.{ts,tsx}', 'tests/**/*.ts', 'libs/testing/**/*.ts'],
    rules: { 'hissa/branded-money': ['error', { inferred: false }] },
  },
  {
    // Tests, benchmarks and commands print, use untyped objects and have long describe blocks.
    files: ['**/*.spec.ts', '**/*.spec.tsx', '**/test/**', '**/bench/**', 'tests/**', 'libs/testing/**'],
    rules: {
      'max-lines-per-function': 'off',
      'no-console': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
    },
  },
  {
    files: ['web/src/**/*.ts', 'web/src/**/*.tsx'],
    plugins: { 'react-hooks': hooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'react-router-dom',
              importNames: ['Link', 'NavLink', 'Form'],
              message: 'Use Link of ui/link.tsx, which keeps the language, or ButtonLink.',
            },
          ],
        },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: `Literal[value=/${WEB_PHYSICAL}/]`,
          message: 'Use logical utilities (ms-, pe-, start-, text-start).',
        },
        {
          selector: 'ImportExpression[source.value=/\\.json$/][options=null]',
          message: "JSON is imported with { with: { type: 'json' } }; Node and Jest require it.",
        },
      ],
    },
  },
)
