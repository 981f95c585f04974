// The frame of the card fields: only this origin reads them.
const form = document.querySelector('form')
const { channel, parentOrigin, clientSecret, locale } = document.body.dataset

const send = (message) => window.parent.postMessage({ ...message, channel }, parentOrigin)

const sendHeight = () => send({ type: 'height', px: Math.ceil(document.documentElement.offsetHeight) })

const fields = () => [...form.querySelectorAll('.fields input')]

function sendChange() {
  const values = fields().map(({ value }) => value.trim())
  const saved = form.elements.saved?.value
  const usesSaved = saved !== undefined && saved !== ''
  send({ type: 'change', complete: usesSaved || values.every(Boolean), empty: !usesSaved && !values.some(Boolean) })
}

function show(errors) {
  for (const input of fields()) {
    const message = errors[input.name]
    const place = document.getElementById(`${input.name}-error`)
    place.textContent = message ?? ''
    place.hidden = !message
    if (message) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
  }
  form.querySelector('[aria-invalid]')?.focus()
}

async function confirm({ id, fields: extra }) {
  const body = new URLSearchParams([...new FormData(form), ...Object.entries(extra)])
  body.set('client_secret', clientSecret)
  body.set('locale', locale)
  let outcome
  try {
    const response = await fetch('/elements/confirm', { method: 'POST', body })
    outcome = await response.json()
    if (outcome.error) outcome = { kind: 'failed', message: outcome.error.message }
  } catch (error) {
    outcome = { kind: 'failed', message: String(error) }
  }
  show(outcome.errors ?? {})
  send({ type: 'result', id, outcome })
}

/** Applies the merchant's appearance: its theme and the variables that this frame has. */
function applyAppearance({ theme, variables = {} }) {
  document.documentElement.dataset.theme = theme === 'night' ? 'night' : 'stripe'
  const names = {
    ...{ colorPrimary: '--primary', colorBackground: '--surface', colorText: '--ink', colorDanger: '--bad' },
    ...{ colorTextSecondary: '--ink-2', borderRadius: '--radius', fontSizeBase: '--size' },
  }
  for (const [name, property] of Object.entries(names)) {
    if (variables[name]) document.documentElement.style.setProperty(property, variables[name])
  }
}

window.addEventListener('message', ({ origin, source, data }) => {
  if (origin !== parentOrigin || source !== window.parent || data?.channel !== channel) return
  if (data.type === 'appearance') applyAppearance(data.appearance ?? {})
  if (data.type === 'confirm') void confirm(data)
})
form?.addEventListener('submit', (event) => event.preventDefault())
form?.addEventListener('input', sendChange)
new ResizeObserver(sendHeight).observe(document.documentElement)
sendHeight()
if (form) send({ type: 'ready' })
else send({ type: 'loaderror', message: document.body.innerText.trim() })
