/** Worker that never ends a picture. */
export default function decode(): never {
  for (;;);
}
