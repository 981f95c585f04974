import encodePicture from '../src/uploads/encode-picture.worker.js'

const LONGEST_ENCODE_S = 3_600

/** Worker that encodes pictures as the service does, and lets each take an hour. */
export default (received: Uint8Array) => encodePicture(received, LONGEST_ENCODE_S)
