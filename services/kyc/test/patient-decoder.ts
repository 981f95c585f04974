import decodePicture from '../src/uploads/decode-picture.worker.js'

const LONGEST_DECODE_S = 3_600

/** Worker that decodes pictures as the service does, and lets each take an hour. */
export default (received: Uint8Array) => decodePicture(received, LONGEST_DECODE_S)
