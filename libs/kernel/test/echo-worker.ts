/** A worker for the pool's test: echoes, fails, or never ends. */
export default async function work(task: { kind: 'echo' | 'fail' | 'hang'; text: string }): Promise<string> {
  if (task.kind === 'fail') throw new RangeError(task.text)
  while (task.kind === 'hang');
  return task.text
}
