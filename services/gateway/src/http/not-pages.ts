/** Addresses that are not pages. A path that begins with two slashes would be parsed as an address on another host. */
export const NOT_PAGES = /^\/((api|ws|audio|assets|media|idp|sandbox)(\/|\?|$)|[/\\])/
