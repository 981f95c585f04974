// The part of Stripe.js that the product calls: Checkout sessions with the Payment Element. Card fields are in a frame of
// the sandbox's origin, so that the page never sees them.
;(() => {
  const ORIGIN = new URL(document.currentScript.src).origin
  let channels = 0

  class IntegrationError extends Error {
    name = 'IntegrationError'
  }

  const post = async (path, fields) => {
    const response = await fetch(ORIGIN + path, { method: 'POST', body: new URLSearchParams(fields) })
    return response.json()
  }

  /** The frame of the card fields. */
  class PaymentElement {
    #handlers = new Map()
    #frame = null
    #waiting = new Map()
    #channel = String((channels += 1))
    #options

    constructor(options) {
      this.#options = options
      window.addEventListener('message', (event) => this.#receive(event))
    }

    async mount(target) {
      const container = typeof target === 'string' ? document.querySelector(target) : target
      if (!container) throw new IntegrationError(`The selector you specified (${target}) applies to no DOM elements.`)
      const { clientSecret, locale } = this.#options
      const query = new URLSearchParams({ client_secret: await clientSecret, locale, channel: this.#channel })
      const frame = document.createElement('iframe')
      frame.title = 'Secure payment input frame'
      frame.src = `${ORIGIN}/elements/payment?${query}`
      Object.assign(frame.style, { border: '0', width: '100%', height: '320px', display: 'block' })
      this.#frame = frame
      this.#matchScheme()
      container.replaceChildren(frame)
      return this
    }

    on(type, handler) {
      this.#handlers.set(type, [...(this.#handlers.get(type) ?? []), handler])
      return this
    }

    unmount() {
      this.#frame?.remove()
      this.#frame = null
    }

    destroy() {
      this.unmount()
      this.#handlers.clear()
    }

    changeAppearance(appearance) {
      this.#options.appearance = appearance
      this.#matchScheme()
      this.#send({ type: 'appearance', appearance })
    }

    /** A frame whose colour scheme differs from its document's is not transparent. */
    #matchScheme() {
      if (this.#frame) this.#frame.style.colorScheme = this.#options.appearance.theme === 'night' ? 'dark' : 'light'
    }

    /** Submits the card fields; resolves to the sandbox's answer. */
    submit(fields) {
      if (!this.#frame) throw new IntegrationError('The Payment Element is not mounted.')
      const id = String(Math.random())
      this.#send({ type: 'confirm', id, fields })
      return new Promise((resolve) => this.#waiting.set(id, resolve))
    }

    #send(message) {
      this.#frame?.contentWindow?.postMessage({ ...message, channel: this.#channel }, ORIGIN)
    }

    #emit(type, event) {
      for (const handler of this.#handlers.get(type) ?? []) handler({ elementType: 'payment', ...event })
    }

    #receive({ origin, source, data }) {
      if (origin !== ORIGIN || source !== this.#frame?.contentWindow || data?.channel !== this.#channel) return
      if (data.type === 'height') this.#frame.style.height = `${data.px}px`
      else if (data.type === 'result') this.#waiting.get(data.id)?.(data.outcome)
      else if (data.type === 'ready') {
        this.#send({ type: 'appearance', appearance: this.#options.appearance })
        this.#emit('ready', {})
      } else if (data.type === 'change') this.#emit('change', { complete: data.complete, empty: data.empty })
      else if (data.type === 'loaderror') this.#emit('loaderror', { error: { message: data.message } })
    }
  }

  /** Shows the bank's page over the whole page and resolves to its result. */
  function challenge(clientSecret, locale) {
    const overlay = document.createElement('div')
    Object.assign(overlay.style, {
      ...{ position: 'fixed', inset: '0', zIndex: '2147483647', background: 'rgba(0, 0, 0, .5)' },
      ...{ display: 'grid', placeItems: 'center', padding: '16px' },
    })
    const frame = document.createElement('iframe')
    frame.title = '3-D Secure'
    frame.src = `${ORIGIN}/elements/3ds?${new URLSearchParams({ client_secret: clientSecret, locale })}`
    Object.assign(frame.style, {
      border: '0',
      width: 'min(480px, 100%)',
      height: 'min(420px, 100%)',
      borderRadius: '14px',
    })
    overlay.append(frame)
    document.body.append(overlay)
    return new Promise((resolve) => {
      const receive = ({ origin, source, data }) => {
        if (origin !== ORIGIN || source !== frame.contentWindow || data?.type !== 'challenged') return
        window.removeEventListener('message', receive)
        overlay.remove()
        resolve(data.outcome)
      }
      window.addEventListener('message', receive)
    })
  }

  class Checkout {
    #options
    #locale
    #element = null
    #handlers = []
    #session = null

    constructor(options, locale) {
      this.#options = options
      this.#locale = locale
    }

    on(type, handler) {
      if (type === 'change') this.#handlers.push(handler)
    }

    createPaymentElement() {
      const { clientSecret, elementsOptions = {} } = this.#options
      const { appearance = {} } = elementsOptions
      this.#element = new PaymentElement({ clientSecret, appearance, locale: this.#locale })
      return this.#element
    }

    getPaymentElement() {
      return this.#element
    }

    changeAppearance(appearance) {
      this.#element?.changeAppearance(appearance)
    }

    async loadActions() {
      try {
        const read = await this.#read()
        if (read.error) return { type: 'error', error: { message: read.error.message, code: null } }
        return { type: 'success', actions: { getSession: () => this.#session, confirm: (args) => this.#confirm(args) } }
      } catch (error) {
        return { type: 'error', error: { message: String(error), code: null } }
      }
    }

    async #read() {
      const read = await post('/elements/session', { client_secret: await this.#options.clientSecret })
      if (!read.error) {
        this.#session = read
        for (const handler of this.#handlers) handler(read)
      }
      return read
    }

    async #confirm({ email, returnUrl, redirect = 'always' } = {}) {
      if (!this.#element) throw new IntegrationError('Create and mount an Element before you confirm.')
      const clientSecret = await this.#options.clientSecret
      const first = await this.#element.submit({ ...(email && { email }), ...(returnUrl && { return_url: returnUrl }) })
      const outcome = first.kind === 'authenticate' ? await challenge(clientSecret, this.#locale) : first
      await this.#read()
      if (outcome.kind !== 'paid') return { type: 'error', error: errorOf(outcome) }
      if (redirect === 'if_required') return { type: 'success', session: this.#session }
      window.location.assign(outcome.redirectUrl)
      // The page is left.
      return new Promise(() => undefined)
    }
  }

  const errorOf = ({ kind, message, declineCode }) =>
    kind === 'declined'
      ? { message, code: 'paymentFailed', paymentFailed: { declineCode: declineCode ?? null } }
      : { message, code: null }

  window.Stripe = (publishableKey, { locale = 'auto' } = {}) => {
    if (!/^pk_/.test(publishableKey ?? '')) {
      throw new IntegrationError(
        `Please call Stripe() with your publishable key. You used ${publishableKey ? 'something else' : 'an empty string'}.`,
      )
    }
    const language = locale === 'auto' ? navigator.language.slice(0, 2) : locale
    return { initCheckoutElementsSdk: (options) => new Checkout(options, language) }
  }
  window.Stripe.version = 'endive'
})()
