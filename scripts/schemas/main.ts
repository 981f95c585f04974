import { API_VERSION } from '@hissa/contracts/documents'
import { compareReleases } from './compare-releases.js'
import { current, release, released, versions, write } from './folder.js'

const print = (text: string) => void process.stdout.write(`${text}\n`)
const changed = write()
print(`schemas: ${changed === 0 ? 'up to date' : `${changed} files written`}`)
const breaks = versions().length > 0 ? compareReleases(released(), current()) : []
for (const sentence of breaks) print(sentence)
if (breaks.length > 0) {
  print(`These changes break release ${versions().at(-1)!.version}. See docs/guides/change-a-contract.md.`)
  process.exit(1)
}
if (process.argv.includes('--release')) print(`schemas: ${release()} is released`)
else print(`schemas: compatible with the latest release; the next is ${API_VERSION}`)
