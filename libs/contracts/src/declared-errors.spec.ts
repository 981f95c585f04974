import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { calls } from './bus/index.js'
import { impliedErrors } from './errors.js'
import * as http from './http/errors.js'
import { COMMON_POOL_ERRORS, poolActions, poolErrors, TARGET_ERRORS } from './pool/index.js'

const ROOT = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const filesOf = (folder: string, matches: RegExp) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.includes('node_modules') && !path.includes('dist/') && matches.test(path))
    .map((path) => join(folder, path))
const textOf = (files: readonly string[]) => files.map(read).join('\n')

// The last step of the service tests in `npm test` checks that they provoke every other declared error.
describe('declared errors', () => {
  it('are each provoked by a test if the access of a call implies them', () => {
    const tests = textOf(['libs', 'services', 'local', 'tests'].flatMap((folder) => filesOf(folder, /\.spec\.ts$/)))
    const implied = new Set(calls.flatMap((call) => impliedErrors(call).map(({ code }) => code)))
    expect([...implied].filter((code) => !tests.includes(`'${code}'`))).toEqual([])
  })

  // The tests of the catalogues check that every text exists in every language.
  it('have a text in the web', () => {
    const web = textOf(filesOf('web/src', /(?<!\.spec)\.tsx?$/))
    const shown = calls.filter(({ access }) => access !== 'service').flatMap((call) => call.errors)
    const codes = new Set(shown.map(({ code }) => code))
    const without = [...codes].filter((code) => !new RegExp(`\\b${code}\\b`).test(web))
    expect(without).toEqual([])
  })
})

/** Mistakes of a client program that a person cannot correct: screens show the general text. */
const FAULTS_OF_CLIENTS: readonly string[] = [
  'BAD_REQUEST',
  'BODY_TOO_LARGE',
  'HEADERS_TOO_LARGE',
  'PRECONDITION_INVALID',
  'REQUEST_TIMEOUT',
  'UNSUPPORTED_MEDIA_TYPE',
  'UPLOAD_MISSING',
  'URL_TOO_LONG',
]
const FAULTS_OF_POOL_CLIENTS: readonly string[] = [
  'Serialization',
  'Unauthorized',
  'UnknownOperation',
  'UnsupportedOperation',
  'UnsupportedTokenType',
]

describe('errors of the gateway', () => {
  const codes = Object.values(http).map(({ code }) => code)

  it('are each provoked by a test', () => {
    const tests = textOf(
      ['services/gateway', 'tests/platform']
        .flatMap((folder) => filesOf(folder, /\.ts$/))
        .filter((path) => /test\/|spec/.test(path)),
    )
    expect(codes.filter((code) => !tests.includes(`'${code}'`))).toEqual([])
  })

  it('have a text in the web unless a client program caused them', () => {
    const web = textOf(filesOf('web/src', /(?<!\.spec)\.tsx?$/))
    expect(codes.filter((code) => !new RegExp(`\\b${code}\\b`).test(web)).sort()).toEqual(FAULTS_OF_CLIENTS)
  })
})

describe('errors of the user pool', () => {
  const types = Object.keys(poolErrors)

  it('are each declared by an action', () => {
    const actions = Object.values(poolActions).flatMap(({ errors }): readonly string[] => errors)
    const declared = new Set<string>([...COMMON_POOL_ERRORS, ...TARGET_ERRORS, ...actions])
    expect(types.filter((type) => !declared.has(type))).toEqual([])
  })

  it('are each provoked by a test', () => {
    const tests = textOf(filesOf('services/identity/test', /\.spec\.ts$/))
    expect(types.filter((type) => !new RegExp(`\\b${type}Exception\\b`).test(tests))).toEqual([])
  })

  it('have a text in the web unless a client program caused them', () => {
    const web = textOf(filesOf('web/src', /(?<!\.spec)\.tsx?$/))
    const without = types.filter((type) => !new RegExp(`\\b${type}Exception\\b`).test(web))
    expect(without.sort()).toEqual(FAULTS_OF_POOL_CLIENTS)
  })
})
