import { DASHBOARDS, type Dashboard, type Panel } from './panels.js'

const WIDTH = 12
const HEIGHT = 8
const SOURCE = { type: 'prometheus', uid: '${source}' }

/** Returns the dashboards of Grafana, as JSON by path. */
export const dashboardFiles = (): Record<string, string> =>
  Object.fromEntries(
    DASHBOARDS.map((each) => [
      `deploy/observability/dashboards/${each.uid}.json`,
      `${JSON.stringify(dashboard(each), null, 2)}\n`,
    ]),
  )

const dashboard = ({ uid, title, panels }: Dashboard) => ({
  ...{ uid, title, tags: ['hissa'], timezone: 'Asia/Dubai', editable: false, refresh: '1m', schemaVersion: 39 },
  time: { from: 'now-6h', to: 'now' },
  templating: { list: [{ name: 'source', label: 'Prometheus', type: 'datasource', query: 'prometheus' }] },
  panels: panels.map(asPanel),
})

const asPanel = ({ title, unit, lines, kind = 'timeseries' }: Panel, index: number) => ({
  ...{ id: index + 1, type: kind, title, datasource: SOURCE },
  gridPos: { x: (index % 2) * WIDTH, y: Math.floor(index / 2) * HEIGHT, w: WIDTH, h: HEIGHT },
  fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
  targets: Object.entries(lines).map(([legendFormat, expr], at) => ({
    ...{ refId: String.fromCharCode(65 + at), expr, legendFormat, datasource: SOURCE },
  })),
})
