import { type CaipNetworkId } from "@wmodal/protocol"
import { Cacao, parseSiwxMessage, type SiwxMessage, toSignedMessage } from "@wmodal/protocol/siwx"
import { Result } from "effect"
import { verifyBitcoinSignature } from "./bitcoin/verifyBitcoinSignature.ts"
import type { SiwxNode } from "./evm/requestNode.ts"
import { verifyEvmSignature } from "./evm/verifyEvmSignature.ts"
import { checkExpectation, type SiwxExpectation } from "./SiwxExpectation.ts"
import { invalid, type Refusal, type SiwxVerdict, unknown } from "./SiwxVerdict.ts"
import { toChainId } from "./toChainId.ts"
import { verifySolanaSignature } from "./verifySolanaSignature.ts"

/** What all verifications need. */
export interface VerificationOptions {
  readonly expected: SiwxExpectation
  /**
   * Nodes of EVM networks by CAIP-2 id, for smart accounts: an HTTP URL, or anything with EIP-1193's `request`, such
   * as a client of viem.
   */
  readonly rpc?: Readonly<Record<CaipNetworkId, SiwxNode>>
}

/**
 * Verifies a signed message: first that it is the expected one, then its signature.
 *
 * - Ethereum: keys, ERC-1271 and EIP-7702 accounts, and ERC-6492 accounts before their deployment. Hex.
 * - Solana: ed25519. Base58 or base64.
 * - Bitcoin: BIP-322 (simple, full) and BIP-137. Base64.
 *
 * @returns `Unknown` if a node that has to be asked fails. Rejects with `SiwxOptionsError` for invalid expectations.
 */
export const verifySiwx = async ({
  message: text,
  signature,
  expected,
  rpc,
}: VerificationOptions & {
  /** The text that was signed, unchanged. */
  readonly message: string
  readonly signature: string
}): Promise<SiwxVerdict> => {
  if (typeof text !== "string") return invalid("Syntax", "The message is not a text.")
  const parsed = parseSiwxMessage(text)
  if (Result.isFailure(parsed)) return invalid("Syntax", parsed.failure.message)
  const message = parsed.success
  const refusal = checkExpectation(message, expected)
  if (refusal !== null) return refusal
  if (typeof signature !== "string") return invalid("SignatureForm", "The signature is not a text.")
  const chainId = toChainId(message) as CaipNetworkId | null
  return (
    (await verifySignature(message, text, signature, chainId === null ? undefined : rpc?.[chainId])) ?? {
      _tag: "Valid",
      message,
      chainId,
    }
  )
}

const verifySignature = async (
  { address, blockchain }: SiwxMessage,
  text: string,
  signature: string,
  node: SiwxNode | undefined,
): Promise<Refusal | null> => {
  switch (blockchain) {
    case "Ethereum":
      return verifyEvmSignature({ address, text, signature, node })
    case "Solana":
      return verifySolanaSignature(address, text, signature)
    case "Bitcoin":
      return verifyBitcoinSignature(address, text, signature)
    default:
      return unknown("UnsupportedChain", `Signatures of ${blockchain} accounts cannot be verified.`)
  }
}

/**
 * Verifies a CACAO, as WalletConnect's one-click sign-in returns it: makes the message that was signed, then does as
 * `verifySiwx`. Source: CAIP-74, CAIP-122, ERC-5573.
 */
export const verifyCacao = async ({
  cacao,
  ...options
}: VerificationOptions & {
  /** From outside: it is decoded here. */
  readonly cacao: unknown
}): Promise<SiwxVerdict> => {
  const message = toSignedMessage(cacao)
  if (Result.isFailure(message)) return invalid("Cacao", message.failure)
  const { s } = Cacao.parse(cacao)
  return verifySiwx({ ...options, message: message.success, signature: s.s })
}
