import { getEnvironmentData } from 'node:worker_threads'
import encodePicture from '../src/uploads/encode-picture.worker.js'

const LONGEST_ENCODE_S = 3_600
/** One number that threads share; a test sets it to 1 to hold encoding, and to 0 to let it go on. */
const gate = new Int32Array(getEnvironmentData('encoder-gate') as SharedArrayBuffer)

/** Worker that encodes pictures as the service does, once its gate is open, and lets each take an hour. */
export default (received: Uint8Array) => {
  Atomics.wait(gate, 0, 1)
  return encodePicture(received, LONGEST_ENCODE_S)
}
