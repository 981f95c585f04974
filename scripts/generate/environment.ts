import { LOCAL_SETTINGS, settingsOf, type ServiceManifest, type Setting } from '@hissa/kernel'

const HEAD = `# Settings

Every setting of every service. Settings are read from the environment; an empty value counts as none. A service with invalid
values lists all of them and exits with code 78.

This page is generated from the services' manifests by \`npm run generate\`. Change the explanation where the setting is
declared: \`services/*/src/config.ts\`, or \`libs/kernel/src/config.ts\` for the common ones.

- **Secret**: keep it out of configuration that others can read. A *key* is 32 random bytes in base64, and a
  *chain key* the private key of an account on the chain; \`npm start\` and docker compose generate both.
- **Passed on**: a value from your environment is passed on by \`npm start\` and docker compose, or by \`npm start\` only.
- **Local**: for a single machine; with \`NODE_ENV=production\` a service with this setting does not start.
`

/** Returns the document of all settings: the common ones first, then those of each service. */
export function environmentTable(manifests: readonly ServiceManifest[]): string {
  const all = manifests.map((manifest) => ({ manifest, settings: settingsOf(manifest) }))
  const [first, ...others] = all.map(({ settings }) => settings)
  const shared = (first ?? []).filter((setting) => others.every((list) => list.some((other) => isSame(setting, other))))
  const database = all.filter(({ manifest }) => manifest.needs.includes('mongodb')).map(({ settings }) => settings)
  const stored = (database[0] ?? []).filter(
    (setting) =>
      !shared.some((other) => isSame(setting, other)) &&
      database.every((list) => list.some((other) => isSame(setting, other))),
  )
  const common = [...shared, ...stored]
  const sections = all.map(({ manifest: { name, summary }, settings }) => {
    const own = settings.filter((setting) => !common.some((other) => isSame(setting, other)))
    return section(name, summary, own)
  })
  return [
    HEAD,
    section('Every service', 'The bus, tokens, logs and traces.', shared),
    section('Every service with a database', 'The store, and the streams of the service.', stored),
    ...sections,
  ].join('\n')
}

const isSame = (a: Setting, b: Setting) => a.name === b.name && a.explanation === b.explanation

function section(title: string, summary: string, settings: readonly Setting[]): string {
  const rows = settings.map(
    (setting) =>
      `| \`${setting.name}\` | ${setting.explanation.replaceAll('|', '\\|')} | ${presence(setting)} | ${notes(setting)} |`,
  )
  const table = ['| setting | purpose | default | notes |', '|---|---|---|---|', ...rows]
  return [`## ${title}`, '', summary, '', ...(rows.length > 0 ? table : ['It has no further settings.']), ''].join('\n')
}

const presence = ({ isRequired, defaultText }: Setting) => (isRequired ? 'required' : defaultText || 'none')

const notes = ({ name, secret, passedBy }: Setting) =>
  [
    ...(secret === 'key' ? ['secret key'] : secret === 'chain key' ? ['secret chain key'] : secret ? ['secret'] : []),
    ...(passedBy ? [`passed on${passedBy === 'all' ? '' : ' by `npm start`'}`] : []),
    ...((LOCAL_SETTINGS as readonly string[]).includes(name) ? ['local'] : []),
  ].join(', ')
