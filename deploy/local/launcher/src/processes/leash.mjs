// Loaded first into every child of the launcher: when the launcher is gone, however it went, the child drains as on
// SIGTERM, and is gone for certain a little later.
const graceMs = 2000 // the engines go at the same moment: there is little left to drain into

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), graceMs).unref()
  process.kill(process.pid, 'SIGTERM')
})
// The launcher's log pipe may be gone before this process is.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
