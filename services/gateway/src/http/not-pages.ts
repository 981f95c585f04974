/** Addresses that are not pages. What begins with two slashes would be read as another host's address. */
export const NOT_PAGES = /^\/((api|ws|audio|assets|idp|sandbox)(\/|\?|$)|[/\\])/
