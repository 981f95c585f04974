import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const EIGHT_BIT_GREY = [8, 0, 0, 0, 0]
const BYTE_LIMIT = 251

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(data.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}

/** Returns a grey PNG in place of a photographed page. Different seeds give different pictures. */
export function documentPicture(seed: number, widthPx = 640, heightPx = 400): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(widthPx, 0)
  header.writeUInt32BE(heightPx, 4)
  header.set(EIGHT_BIT_GREY, 8)
  // Each row begins with its filter type: none.
  const rows = Buffer.alloc((widthPx + 1) * heightPx)
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) rows[y * (widthPx + 1) + 1 + x] = (x * 3 + y * 5 + seed) % BYTE_LIMIT
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
