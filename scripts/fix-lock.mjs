// Run after every `npm install`. Some registries do not carry every platform's optional binary; npm then leaves it
// out of the lockfile and `npm ci` refuses the lock. This writes an entry, without integrity, for each that is missing.
import { readFileSync, writeFileSync } from 'node:fs'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const { packages } = lock

/** The lock path npm would resolve `name` to from `path`, or null. */
function resolved(path, name) {
  for (let base = path; ; base = base.slice(0, base.lastIndexOf('/node_modules/'))) {
    const candidate = base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`
    if (packages[candidate]) return candidate
    if (!base.includes('/node_modules/'))
      return base === '' ? null : packages[`node_modules/${name}`] ? `node_modules/${name}` : null
  }
}

let stubs = 0
for (const [path, entry] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (resolved(path, name) || !/^\d/.test(version)) continue
    packages[`node_modules/${name}`] = { version, optional: true, os: ['none'], cpu: ['none'] }
    stubs += 1
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(`lockfile: ${stubs} missing optional packages entered`)
