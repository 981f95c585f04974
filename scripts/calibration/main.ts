import { writeFileSync } from 'node:fs'
import { KNOWLEDGE } from '../../services/chat/src/knowledge/article-files.js'
import { CALIBRATION, calibrate } from '../../services/chat/src/knowledge/labelled-questions.js'

writeFileSync(CALIBRATION, `${JSON.stringify(calibrate(KNOWLEDGE).toModel(), null, 2)}\n`)
process.stdout.write('written: services/chat/knowledge/calibration.json\n')
