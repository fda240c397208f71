import { Result } from "effect"
import { parseBitcoinUri } from "./BitcoinUri.ts"
import type { CaipNetworkId, Namespace } from "./Caip.ts"
import { isValidAddress } from "./ChainAddress.ts"
import { parseEthereumUri } from "./EthereumUri.ts"

/** The recipient of a payment link of any chain. */
export interface PaymentUriRecipient {
  readonly namespace: Namespace
  /** `null` if the link is for any network of the chain. */
  readonly network: CaipNetworkId | null
  /** An address or, in an `ethereum:` link, a name. As written: a checksum is not verified. */
  readonly target: string
}

/**
 * Parses the recipient of a `bitcoin:`, `ethereum:` or `solana:` link. Its other parameters are left to the user.
 * @returns `undefined` if the text is no payment link, `null` for a link without a recipient
 * Source: BIP-21, ERC-681, Solana Pay.
 */
export const parsePaymentRecipient = (text: string): PaymentUriRecipient | null | undefined => {
  if (/^bitcoin:/i.test(text)) {
    const link = parseBitcoinUri(text)
    return Result.isSuccess(link)
      ? { namespace: "bip122", network: null, target: link.success.address }
      : null
  }
  if (/^ethereum:/i.test(text)) {
    const link = parseEthereumUri(text)
    // The target of a function call is usually the token's contract, not a recipient.
    if (Result.isFailure(link) || link.success.function !== undefined) return null
    const { target, chainId } = link.success
    return {
      namespace: "eip155",
      network: chainId === undefined ? null : `eip155:${chainId}`,
      target,
    }
  }
  // Three parts are CAIP-10, and two a payment link.
  const solana = /^solana:([^:?]+)(?:\?.*)?$/is.exec(text)?.[1]
  if (solana === undefined) return undefined
  return isValidAddress("solana", solana) ? { namespace: "solana", network: null, target: solana } : null
}
