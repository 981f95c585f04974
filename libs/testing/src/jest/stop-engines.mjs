// Jest's globalTeardown: stops what start-engines.mjs started. A killed run needs no teardown: the guards see to it.
export default async function stopEngines() {
  await globalThis.hissaTestRun?.stop()
}
