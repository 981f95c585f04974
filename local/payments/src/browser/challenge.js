// Sends the bank's result to the page that opened this one.
const { outcome, parentOrigin } = document.body.dataset
if (outcome) window.parent.postMessage({ type: 'challenged', outcome: JSON.parse(outcome) }, parentOrigin)
