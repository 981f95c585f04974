// Adds the browser APIs that jsdom lacks, as far as the screens use them.
import { TextDecoder, TextEncoder } from 'node:util'

Object.assign(globalThis, { TextDecoder, TextEncoder, IS_REACT_ACT_ENVIRONMENT: true })
globalThis.CSS ??= { escape: (text) => String(text).replace(/[^\w-]/g, (c) => `\\${c}`) }
globalThis.matchMedia ??= (query) => ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} })
if (globalThis.HTMLDialogElement) {
  HTMLDialogElement.prototype.showModal ??= function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function () {
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
}
globalThis.scrollTo = () => {}

// The router creates a Request for each navigation; no test reads one.
globalThis.Request ??= class Request {
  constructor(url, init = {}) {
    Object.assign(this, {
      url: String(url),
      method: init.method ?? 'GET',
      signal: init.signal ?? new AbortController().signal,
      headers: new Map(),
    })
  }
}
