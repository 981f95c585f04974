import type { ServiceManifest } from '@hissa/kernel'

/** Returns `nest-cli.json` with one project for each service; the rest of the file is written by hand. */
export function withProjects(current: string, manifests: readonly ServiceManifest[]): string {
  const projects = Object.fromEntries(manifests.map(({ name }) => [name, projectOf(name)]))
  return `${JSON.stringify({ ...(JSON.parse(current) as object), projects }, null, 2)}\n`
}

/** The settings of the compiler that the projects of `nest-cli.json` use. */
export const projectSettings = `${JSON.stringify({ extends: '../../tsconfig.nest.json' }, null, 2)}\n`

const projectOf = (name: string) => ({
  type: 'application',
  root: `services/${name}`,
  sourceRoot: `services/${name}/src`,
  compilerOptions: { tsConfigPath: `services/${name}/tsconfig.build.json` },
})
