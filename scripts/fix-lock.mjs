// Run after every `npm install`. A package such as TypeScript or gRPC, which the product only names as an optional peer
// and which tests bring along, would be installed by a start; this leaves that peer out of the lockfile. Then it says
// what the check of the lockfile would refuse.
import { readFileSync, writeFileSync } from 'node:fs'
import { checkLockfile, leaveOutTools } from './lint/lockfile.mjs'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const tools = leaveOutTools(lock.packages)
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(`lockfile: ${tools.length} tools of development left out of a start`)
const problems = checkLockfile(lock.packages)
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)
