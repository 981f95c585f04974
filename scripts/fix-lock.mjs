// Run after every `npm install`. Removes optional peers such as TypeScript or gRPC from the lockfile if only
// development tools need them: `npm start` would install them. Then it prints the problems that the lockfile check
// would report.
import { readFileSync, writeFileSync } from 'node:fs'
import { checkLockfile, leaveOutTools } from './lint/lockfile.mjs'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const tools = leaveOutTools(lock.packages)
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(`lockfile: ${tools.length} tools of development left out of a start`)
const problems = checkLockfile(lock.packages)
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)
