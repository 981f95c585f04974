import { generate } from 'lean-qr'

/** Light modules around a code, without which scanners don't find it. */
const QUIET = 4

/** Returns a QR code as the path of its dark modules in a square of `size` units, quiet zone included. */
export function qrPath(text: string): { path: string; size: number } {
  const code = generate(text)
  let path = ''
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) path += `M${x + QUIET} ${y + QUIET}h1v1h-1z`
  return { path, size: code.size + 2 * QUIET }
}
