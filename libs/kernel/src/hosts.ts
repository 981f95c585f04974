/** This machine by any of its names; an IPv6 address in brackets or without. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/

/** Returns whether a name or address, in lower case and without a port, is this machine's own loopback. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)
