// Loaded first into every child of the launcher: when the launcher exits in any way, the child drains as on SIGTERM,
// and is killed a little later if necessary.
const graceMs = 2000 // The engines stop at the same moment, so little can still be drained.

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), graceMs).unref()
  process.kill(process.pid, 'SIGTERM')
})
// The launcher's log pipe may close before this process exits.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
