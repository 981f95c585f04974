// What browsers have and jsdom lacks, as far as the screens use it.
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

// The router describes each navigation by a Request; no test looks inside one.
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
