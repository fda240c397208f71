import { sha256 } from "@noble/hashes/sha2.js"
import { Data, Result } from "effect"
import { decodeBase58 } from "./Base58.ts"
import { decodeSegwit } from "./Segwit.ts"

/** A Bitcoin address with a verified checksum. */
export interface BitcoinAddress {
  /** Base58 addresses of regtest and testnet have the same version bytes: both report `testnet`. */
  readonly network: "mainnet" | "testnet" | "regtest"
  /** The scriptPubKey of an output that pays this address. */
  readonly script: Uint8Array
}

/**
 * Parses bech32, bech32m and base58check addresses (segwit of any version, P2PKH, P2SH).
 * Source: BIP-13, BIP-173, BIP-350.
 */
export const parseBitcoinAddress = (input: string): Result.Result<BitcoinAddress, InvalidBitcoinAddress> => {
  const parsed = /^(?:bc|tb|bcrt)1/i.test(input) ? decodeSegwitAddress(input) : decodeBase58Address(input)
  return typeof parsed === "string"
    ? Result.fail(new InvalidBitcoinAddress({ input, reason: { _tag: parsed } }))
    : Result.succeed(parsed)
}

/** Reports that a text is a valid address of any Bitcoin network. */
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

/** The error for an address of the wrong form or with a wrong checksum. */
export class InvalidBitcoinAddress extends Data.TaggedError("InvalidBitcoinAddress")<{
  readonly input: string
  readonly reason: /** Not a Bitcoin address. */
    | { readonly _tag: "Form" }
    /** The form of an address with an invalid checksum. */
    | { readonly _tag: "Checksum" }
}> {
  override get message() {
    return this.reason._tag === "Form"
      ? `Not a Bitcoin address: ${this.input}`
      : `Mistyped Bitcoin address: ${this.input}`
  }
}
