// The sandbox page's behaviour: shows the clock and the streams every few seconds, and submits the user's requests.
const refreshMs = 3000
const byId = (id) => document.getElementById(id)
const text = (parent, tag, words, className) => {
  const element = parent.appendChild(document.createElement(tag))
  element.textContent = words
  if (className) element.className = className
  return element
}

const shownTime = (iso) => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`

function showChain({ url, isReachable, chainId, blockNumber }) {
  byId('chain-block').textContent = isReachable ? `Block ${blockNumber}` : 'Not reachable'
  byId('chain-status').className = isReachable ? 'small ok' : 'small no'
  byId('chain-status').textContent = isReachable ? `Reachable, chain id ${chainId}` : 'The RPC is not responding.'
  byId('chain-url').textContent = url
}

function show({ clock, faults, chain, streams }) {
  byId('now').textContent = shownTime(clock.now)
  byId('offset').textContent = clock.offsetMs ? `Wall time is ${shownTime(clock.wall)}.` : 'The same as wall time.'
  showChain(chain)
  byId('fault-list').replaceChildren()
  for (const { target, mode, until } of faults)
    text(byId('fault-list'), 'li', `${partName(target)}: ${modeNames()[mode]} until ${until.slice(11, 19)} UTC`)
  byId('stream-rows').replaceChildren()
  if (!streams)
    return text(byId('stream-rows').appendChild(document.createElement('tr')), 'td', 'The bus is not responding.', 'no')
  for (const { name, messages, consumers } of streams) {
    const row = byId('stream-rows').appendChild(document.createElement('tr'))
    text(row, 'td', name)
    const sum = (key) => consumers.reduce((total, consumer) => total + consumer[key], 0)
    for (const value of [messages, consumers.length, sum('waiting'), sum('inHand')]) text(row, 'td', value, 'end')
  }
}

async function refresh() {
  if (document.hidden) return
  try {
    const response = await fetch('/sandbox/state', { cache: 'no-store' })
    if (response.ok) show(await response.json())
  } catch {
    byId('offset').textContent = 'The launcher is not responding.'
  }
}

async function send(path, body, status) {
  status.textContent = 'In progress…'
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null)
  const answer = await response?.json().catch(() => null)
  status.className = response?.ok ? 'ok' : 'no'
  status.textContent = response?.ok ? done(answer) : (answer?.detail ?? 'The launcher is not responding.')
  await refresh()
}

function done({ steps, target }) {
  if (target) return 'Fault switched on.'
  if (!steps?.length) return 'Clock moved. Nothing was due.'
  return `Clock moved. Due in that time: ${steps.map(({ at, services }) => `${services.join(', ')} at ${shownTime(at)}`).join('; ')}.`
}

const clockStatus = byId('clock-status')
for (const button of document.querySelectorAll('[data-advance]')) {
  button.addEventListener('click', () => send('/sandbox/clock', { advance: button.dataset.advance }, clockStatus))
}
byId('clock-form').addEventListener('submit', (event) => {
  event.preventDefault()
  void send('/sandbox/clock', { set: `${byId('set').value}Z` }, clockStatus)
})

const modeNames = () => JSON.parse(faultForm.dataset.modeNames)
const partName = (part) => [...faultForm.elements.target.options].find(({ value }) => value === part).text

/** Shows the faults of the selected part. */
function showModes(form) {
  const { target, mode } = form.elements
  const names = modeNames()
  const chosen = mode.value
  const options = target.selectedOptions[0].dataset.modes.split(' ').map((value) => new Option(names[value], value))
  mode.replaceChildren(...options)
  if (options.some(({ value }) => value === chosen)) mode.value = chosen
}

const faultForm = byId('fault-form') // absent where no fault can be switched
faultForm?.elements.target.addEventListener('change', () => showModes(faultForm))
faultForm?.addEventListener('submit', (event) => {
  event.preventDefault()
  void send('/sandbox/faults', Object.fromEntries(new FormData(faultForm)), byId('fault-status'))
})
// A reload restores the selected part.
if (faultForm) showModes(faultForm)
setInterval(refresh, refreshMs)
void refresh()
