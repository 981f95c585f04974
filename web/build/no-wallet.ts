/** Replaces the dialog that connects wallets in the server's build: wallets are never rendered there. */
export const ConnectDialog = () => null
