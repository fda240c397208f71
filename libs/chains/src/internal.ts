/**
 * Exports for the other wmodal packages, which always have the same version. Not part of the public API: it may change
 * in any release.
 */

export { addToRecap } from "@wmodal/protocol/siwx"
export { broadcast as broadcastBitcoin } from "./bitcoin/broadcast.ts"
export type { AddressRules as BitcoinAddressRules } from "./bitcoin/guard/AddressRules.ts"
export { parsePsbtRequest as readPsbtParams } from "./bitcoin/guard/PsbtRequest.ts"
export {
  readMessageParams as readBitcoinMessage,
  readPaymentParams as readBitcoinPayment,
} from "./bitcoin/guard/paymentParams.ts"
export { decodeChainId, toChainIdHex } from "./evm/chainId.ts"
export { checksumAddress } from "./evm/checksumAddress.ts"
export { parseTypedData, type UnhashedTypedData } from "./evm/dangers/parseTypedData.ts"
export { evmConnector } from "./evm/EvmConnector.ts"
export {
  isEndless,
  parsePermissions,
  type RequestedSession,
  unlimitedNative,
} from "./evm/explain/parsePermissions.ts"
export { readAddress, readBytes, readQuantity } from "./evm/guard/lenient.ts"
export { decodePlainTransaction } from "./evm/guard/transactionRequest.ts"
export {
  decodeHex,
  encodeHex,
  encodeTextHex,
  type Hex,
  isHexAddress,
  isHexBytes,
  parseQuantity,
  toQuantityHex,
} from "./evm/Hex.ts"
export { findOtherSite } from "./explain/findOtherSite.ts"
export { limitReview } from "./explain/limitReview.ts"
export {
  encodeAddress as encodePolkadotAddress,
  isSameAccount as isSamePolkadotAccount,
} from "./polkadot/addresses.ts"
export { describePayload as describePolkadotPayload } from "./polkadot/explainRequest.ts"
export { frameMessage as framePolkadotMessage } from "./polkadot/message.ts"
export { readSignerPayload, type SignerPayload } from "./polkadot/payload/SignerPayload.ts"
export { chainRules } from "./rules.ts"
export { broadcast as broadcastSolana } from "./solana/broadcast.ts"
export {
  readSolanaMessage,
  readSolanaTransaction,
  readSolanaTransactions,
} from "./solana/guard/requestParams.ts"
export { decodeBase64, encodeBase64 } from "./text/base64.ts"
export { countLines, longReviewLines } from "./text/countLines.ts"
export { formatMinute } from "./text/formatMinute.ts"
export { toMessageBytes, toMessageRequest } from "./text/messageRequest.ts"
export { ProviderError as DappError } from "./wallet/ProviderError.ts"
export { readMember } from "./wallet/readMember.ts"
export {
  type AuthenticateResult,
  decodeAuthenticateResult,
  getPermissions,
} from "./walletconnect/decodeSigned.ts"
export { isSafeApp } from "./walletconnect/isSafeApp.ts"
export { type LoadedWalletConnect, openWalletConnect } from "./walletconnect/openWalletConnect.ts"
export { canonicalChainId, type OptionalNamespaces } from "./walletconnect/optionalNamespaces.ts"
export type { PairingProposal, RelayClient, RelayClientEvent } from "./walletconnect/RelayClient.ts"
