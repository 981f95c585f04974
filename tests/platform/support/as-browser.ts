/**
 * Makes the user-pool client library choose its big-number routine as in a browser. The one for Node calls a global in
 * its innermost loop, which takes ten seconds for one sign-in inside Jest's context. Import it before the library.
 */
Object.defineProperty(globalThis, 'navigator', {
  value: { appName: 'Netscape', userAgent: 'Jest' },
  configurable: true,
})
