import { sha256 } from "@noble/hashes/sha2.js"
import { Data, Result } from "effect"
import { decodeBase58 } from "./Base58.ts"
import { decodeSegwit } from "./Segwit.ts"

/** An address of Bitcoin, checked to its last character. */
export interface BitcoinAddress {
  /** Old addresses of a regtest cannot be told from those of a testnet: both say `testnet`. */
  readonly network: "mainnet" | "testnet" | "regtest"
  /** The scriptPubKey that paying this address writes. */
  readonly script: Uint8Array
}

/**
 * Reads bech32, bech32m and base58check addresses (segwit of any version, P2PKH, P2SH).
 * Source: BIP-13, BIP-173, BIP-350.
 */
export const parseBitcoinAddress = (input: string): Result.Result<BitcoinAddress, InvalidBitcoinAddress> => {
  const parsed = /^(?:bc|tb|bcrt)1/i.test(input) ? decodeSegwitAddress(input) : decodeBase58Address(input)
  return typeof parsed === "string"
    ? Result.fail(new InvalidBitcoinAddress({ input, reason: { _tag: parsed } }))
    : Result.succeed(parsed)
}

/** An address of any of Bitcoin's networks. */
export const isBitcoinAddress = (input: string): boolean => Result.isSuccess(parseBitcoinAddress(input))

const decodeSegwitAddress = (input: string): BitcoinAddress | "Form" | "Checksum" => {
  const witness = decodeSegwit(input)
  if (typeof witness === "string") return witness
  const { prefix, version, program } = witness
  const network = prefix === "bc" ? "mainnet" : prefix === "tb" ? "testnet" : "regtest"
  const push = version === 0 ? 0 : 0x50 + version
  return { network, script: Uint8Array.from([push, program.length, ...program]) }
}

const decodeBase58Address = (input: string): BitcoinAddress | "Form" | "Checksum" => {
  const bytes = decodeBase58(input)
  if (bytes?.length !== 25) return "Form"
  const digest = sha256(sha256(bytes.subarray(0, 21)))
  if (bytes.subarray(21).some((byte, at) => byte !== digest[at])) return "Checksum"
  const hash = bytes.subarray(1, 21)
  const toKey = Uint8Array.from([0x76, 0xa9, 20, ...hash, 0x88, 0xac])
  const toScript = Uint8Array.from([0xa9, 20, ...hash, 0x87])
  switch (bytes[0]) {
    case 0x00:
      return { network: "mainnet", script: toKey }
    case 0x05:
      return { network: "mainnet", script: toScript }
    case 0x6f:
      return { network: "testnet", script: toKey }
    case 0xc4:
      return { network: "testnet", script: toScript }
    default:
      return "Form"
  }
}

export class InvalidBitcoinAddress extends Data.TaggedError("InvalidBitcoinAddress")<{
  readonly input: string
  readonly reason: /** No address of Bitcoin at all. */
    | { readonly _tag: "Form" }
    /** Of an address's form, with a character that must be wrong. */
    | { readonly _tag: "Checksum" }
}> {
  override get message() {
    return this.reason._tag === "Form"
      ? `Not a Bitcoin address: ${this.input}`
      : `Mistyped Bitcoin address: ${this.input}`
  }
}
