import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

const root = new URL('../../..', import.meta.url).pathname
export const observability = join(root, 'deploy/observability')
export const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const yaml = <T>(file: string) => parse(readFileSync(join(observability, file), 'utf8')) as T

export interface Alert {
  alert: string
  expr: string
  labels: { severity?: string }
  annotations: { summary?: string; runbook?: string; dependants?: string }
}

interface Recording {
  record: string
  expr: string
  labels?: Record<string, string>
}

const rules = (['alerts.yml', 'slo.yml'] as const).flatMap((file) =>
  yaml<{ groups: { rules: (Alert | Recording)[] }[] }>(file).groups.flatMap((group) => group.rules),
)

export const alerts = rules.filter((rule): rule is Alert => 'alert' in rule)
export const recordings = rules.filter((rule): rule is Recording => 'record' in rule)

interface Expectation {
  expr: string
  exp_samples: object[]
}

/** What the tests of the rules expect of alerts. */
export const expectations = readdirSync(join(observability, 'tests')).flatMap((file) =>
  yaml<{ tests: { promql_expr_test: Expectation[] }[] }>(`tests/${file}`).tests.flatMap(
    (test) => test.promql_expr_test,
  ),
)

/** Returns what an alert lacks: a severity, a runbook, a series on which it fires, and one on which it does not. */
export function lackOf({ alert, labels, annotations }: Alert, tests: readonly Expectation[], guide: string): string[] {
  const mine = tests.filter(({ expr }) => expr.includes(`alertname="${alert}"`))
  const has = {
    severity: ['page', 'ticket'].includes(labels.severity ?? ''),
    summary: (annotations.summary ?? '') !== '',
    runbook:
      annotations.runbook === `docs/guides/alerts.md#${alert.toLowerCase()}` && guide.includes(`\n## ${alert}\n`),
    'a series on which it fires': mine.some(({ exp_samples: samples }) => samples.length > 0),
    'a series on which it does not fire': mine.some(({ exp_samples: samples }) => samples.length === 0),
  }
  return Object.entries(has).flatMap(([part, isThere]) => (isThere ? [] : [part]))
}

/** Returns the services for which an expression has no clause that holds while they have no target. */
export const withoutAbsent = (expr: string, services: readonly string[]): string[] =>
  services.filter((service) => !expr.includes(`or absent(up{service="${service}"})`))

export const dependantsOf = ({ annotations: { dependants = '' } }: Alert): string[] =>
  dependants.split(',').flatMap((name) => name.trim() || [])

interface Inhibition {
  source_matchers: string[]
  target_matchers: string[]
  equal?: string[]
}

export const inhibitions = yaml<{ inhibit_rules: Inhibition[] }>('alertmanager.yml').inhibit_rules

/** Returns the names of the alerts that a matcher of the form `alertname=~"A|B"` selects. */
export const namesIn = ([matcher = '']: readonly string[]): string[] =>
  /^alertname=~?"([^"]+)"$/.exec(matcher)?.[1]?.split('|') ?? []

export type Firing = { alertname: string } & Record<string, string>

/** Returns the alerts that are notified while all of these fire, as Alertmanager decides it. */
export const notified = (firing: readonly Firing[]): Firing[] =>
  firing.filter(
    (target) =>
      !inhibitions.some(
        ({ source_matchers: sources, target_matchers: targets, equal = [] }) =>
          namesIn(targets).includes(target.alertname) &&
          firing.some(
            (source) =>
              source !== target &&
              namesIn(sources).includes(source.alertname) &&
              equal.every((label) => (source[label] ?? '') === (target[label] ?? '')),
          ),
      ),
  )
