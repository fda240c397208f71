/**
 * Shared with the other packages of wmodal, which are always of the same version. Not part of the public API: it may
 * change in any release.
 */
export { broadcast as broadcastBitcoin } from "./bitcoin/broadcast.ts"
export { callData, selectors, wordIn } from "./evm/abi.ts"
export { chainIdFrom, chainIdToHex } from "./evm/chainId.ts"
export { checksum } from "./evm/checksum.ts"
export { type TypedData, typedDataIn } from "./evm/dangers/typedDataIn.ts"
export { evmConnector } from "./evm/EvmConnector.ts"
export {
  bytesToHex,
  type Hex,
  hexToBytes,
  isAddress,
  isHexBytes,
  quantityFromHex,
  quantityToHex,
  textToHex,
} from "./evm/Hex.ts"
export { broadcast as broadcastSolana } from "./solana/broadcast.ts"
export { fromBase64, toBase64 } from "./text/base64.ts"
export { member } from "./wallet/thrown.ts"
export { isSafeApp } from "./walletconnect/isSafeApp.ts"
export { type OpenWalletConnect, openWalletConnect } from "./walletconnect/openWalletConnect.ts"
export { currentId, type ProposedNamespaces } from "./walletconnect/proposedNamespaces.ts"
export type { ClientEvent, Proposal, RelayClient } from "./walletconnect/RelayClient.ts"
