import { exploreAll } from './interleavings.js'
import { SITUATIONS } from './races.js'
for (const s of SITUATIONS) {
  const t = performance.now()
  const r = await exploreAll([s])
  console.log(s.name, { ...r, faults: r.faults.slice(0, 3) }, Math.round(performance.now() - t), 'ms')
}
