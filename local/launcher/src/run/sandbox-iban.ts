/** The number of the client money account at the bank sandbox: a valid one that no bank has given out. */
export const SANDBOX_IBAN = 'AE930260001015000000004'
