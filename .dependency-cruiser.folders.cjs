/**
 * Folders of a service depend on each other in one direction. Types don't count, because they are gone when it runs; the
 * files beside the folders put a service together. A subfolder belongs to the folder that contains it.
 */
const { options } = require('./.dependency-cruiser.cjs')

const besideTheFolders = '^services/[^/]+/src/[^/]+\\.ts$'

module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles-inside-a-service',
      severity: 'error',
      scope: 'folder',
      from: { path: '^services/([^/]+)/src/([^/]+)' },
      to: { circular: true, pathNot: '^services/$1/src/$2(/|$)' },
    },
  ],
  options: {
    ...options,
    exclude: { path: [options.exclude.path, '\\.spec\\.ts$', besideTheFolders] },
    tsPreCompilationDeps: false,
  },
}
