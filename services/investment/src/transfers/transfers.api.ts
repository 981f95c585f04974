export { SHARE_TRANSFERS, type ShareTransfer, shareTransferView } from './share-transfer.js'
export { ShareTransferStore } from './share-transfer.store.js'
export { TransferShares } from './transfer-shares.js'
