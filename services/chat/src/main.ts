import { runMain } from '@hissa/kernel'
import { boot } from './boot.js'

await runMain('chat', boot)
