/** Worker that never ends a task. */
export default function run(): never {
  for (;;);
}
