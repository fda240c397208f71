import { sha256 } from "@noble/hashes/sha2.js"
import { bech32, bech32m, createBase58check } from "@scure/base"
import { type Network, parseBitcoinAddress } from "@wmodal/protocol"
import { Result } from "effect"
import { kindOf } from "./Script.ts"

type Place = "mainnet" | "testnet" | "regtest"

/** The head of the hash of a first block. Source: CAIP-2 for BIP-122. */
const places: Readonly<Record<string, Place>> = {
  "000000000019d6689c085ae165831e93": "mainnet",
  "0f9188f13cb7b2c71f2a335e3a4fc328": "regtest",
}

/** Whatever is not one of those is one of the networks for tests, which all write their addresses in one way. */
const placeOf = ({ id }: Network): Place => places[id] ?? "testnet"

const prefixes = {
  mainnet: { segwit: "bc", p2pkh: 0x00, p2sh: 0x05 },
  testnet: { segwit: "tb", p2pkh: 0x6f, p2sh: 0xc4 },
  regtest: { segwit: "bcrt", p2pkh: 0x6f, p2sh: 0xc4 },
} as const

/** The one way to write an address, of whichever network; `null` where it is none, or one that nobody owns. */
export const address = (text: string): string | null => {
  const parsed = parseBitcoinAddress(text)
  if (Result.isFailure(parsed)) return null
  const { network, script } = parsed.success
  return written(script, network)
}

/** The script that pays an address of this network; `null` where it is none of it. */
export const scriptOf = (network: Network, text: string): Uint8Array | null => {
  const parsed = parseBitcoinAddress(text)
  if (Result.isFailure(parsed) || kindOf(parsed.success.script) === null) return null
  const { network: said, script } = parsed.success
  const place = placeOf(network)
  // The old addresses of a regtest are those of a testnet.
  const fits = said === place || (said === "testnet" && place === "regtest" && /^[2mn]/.test(text))
  return fits ? script : null
}

/** The address that a script is paid by; `null` where it has none. */
export const addressOf = (network: Network, script: Uint8Array): string | null =>
  written(script, placeOf(network))

const written = (script: Uint8Array, place: Place): string | null => {
  const prefix = prefixes[place]
  switch (kindOf(script)) {
    case "p2pkh":
      return checked.encode(Uint8Array.from([prefix.p2pkh, ...script.subarray(3, 23)]))
    case "p2sh":
      return checked.encode(Uint8Array.from([prefix.p2sh, ...script.subarray(2, 22)]))
    case "p2wpkh":
    case "p2wsh":
      return bech32.encode(prefix.segwit, [0, ...bech32.toWords(script.subarray(2))])
    case "p2tr":
      return bech32m.encode(prefix.segwit, [1, ...bech32m.toWords(script.subarray(2))])
    case null:
      return null
  }
}

const checked = createBase58check(sha256)
