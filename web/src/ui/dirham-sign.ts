/**
 * The dirham sign (U+20C3) as a shape, because hardly any font has it yet. The document contains it once, outside the
 * root, so that amounts need no script or request to show it. Outline after the MIT package dirham 1.5.3, simplified.
 */
export const DIRHAM_SYMBOL =
  '<svg width="0" height="0" aria-hidden="true" class="dirham-source"><symbol id="dirham" viewBox="0 0 100 87"><path d="M8.8 .1l2.5 4.1l1.4 5.9l.3 20.4l-9.2-.2l-3.7-2.2v3.2l1.5 4.3l2.8 2.7l2 .7l6.6 .2v8.6h-9.2l-3.8-2.4l.7 5.9l2.6 3.6l3.3 1.5l6.4 .2l-.2 20.6l-1.6 5.9l-2.4 3.9l35.7-.1l13.6-2.1l7-2.5l7.2-4.3l5-4.7l4-5.7l2.4-4.9l1.9-6.1l10.8 .1l3.5 2.1l-.4-5.2l-2.4-3.8l-3.6-1.9l-6.6-.1l-.1-8.6h9.3l3.9 2.4l-.1-3.6l-1.4-4l-3.1-2.8l-2.3-.7l-7.6-.1l-3.9-10.3l-3.3-4.9l-4-4.3l-4.8-3.6l-5.3-2.8l-11.7-3.5l-9.1-.9h-34.6zM41.9 4.4l10.6 1.8l4.7 2.1l4.1 2.9l5.4 6.8l2.3 5.3l1.5 6.1l.2 1h-.5h-44.1v-26.1l15.8 .1zM71.7 39.5l-.1 8.3h-45.5v-6.6v-2l45.5-.1zM70.6 56.6l-2.2 8.2l-3.5 6.6l-4.5 4.7l-6.1 3.6l-5 1.7l-5.8 1l-17.4 .2v-26h44.5z"/></symbol></svg>'
