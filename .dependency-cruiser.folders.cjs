/**
 * Requires that folders of a service depend on each other in one direction. Type imports don't count, because they do not
 * exist at run time. Files directly in `src` are excluded, because they assemble the service. A subfolder belongs to its
 * parent folder.
 */
const { options } = require('./.dependency-cruiser.cjs')

const directlyInSrc = '^services/[^/]+/src/[^/]+\\.ts$'

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
    exclude: { path: [options.exclude.path, '\\.spec\\.ts$', directlyInSrc] },
    tsPreCompilationDeps: false,
  },
}
