import { sha256 } from "@noble/hashes/sha2.js"
import { bech32, bech32m, createBase58check } from "@scure/base"
import { type Network, parseBitcoinAddress } from "@wmodal/protocol"
import { Result } from "effect"
import { toScriptKind } from "./Script.ts"

type AddressNetwork = "mainnet" | "testnet" | "regtest"

/** The networks by the start of their genesis block's hash. Source: CAIP-2 for BIP-122. */
const networkByGenesis: Readonly<Record<string, AddressNetwork>> = {
  "000000000019d6689c085ae165831e93": "mainnet",
  "0f9188f13cb7b2c71f2a335e3a4fc328": "regtest",
}

/** Returns the address network. All unlisted networks are test networks, which share one address format. */
const toAddressNetwork = ({ id }: Network): AddressNetwork => networkByGenesis[id] ?? "testnet"

const addressPrefixes = {
  mainnet: { segwit: "bc", p2pkh: 0x00, p2sh: 0x05 },
  testnet: { segwit: "tb", p2pkh: 0x6f, p2sh: 0xc4 },
  regtest: { segwit: "bcrt", p2pkh: 0x6f, p2sh: 0xc4 },
} as const

/** Returns the canonical form of an address of any network; `null` if it is invalid or has no owner. */
export const normalizeAddress = (text: string): string | null => {
  const parsed = parseBitcoinAddress(text)
  if (Result.isFailure(parsed)) return null
  const { network, script } = parsed.success
  return encodeAddress(script, network)
}

/** Returns the script that pays an address of this network; `null` if the address belongs to another one. */
export const toScript = (network: Network, text: string): Uint8Array | null => {
  const parsed = parseBitcoinAddress(text)
  if (Result.isFailure(parsed) || toScriptKind(parsed.success.script) === null) return null
  const { network: said, script } = parsed.success
  const place = toAddressNetwork(network)
  // Legacy addresses of a regtest have the form of a testnet.
  const fits = said === place || (said === "testnet" && place === "regtest" && /^[2mn]/.test(text))
  return fits ? script : null
}

/** Returns the address of a script; `null` if it has none. */
export const toAddress = (network: Network, script: Uint8Array): string | null =>
  encodeAddress(script, toAddressNetwork(network))

const encodeAddress = (script: Uint8Array, place: AddressNetwork): string | null => {
  const prefix = addressPrefixes[place]
  switch (toScriptKind(script)) {
    case "p2pkh":
      return base58check.encode(Uint8Array.from([prefix.p2pkh, ...script.subarray(3, 23)]))
    case "p2sh":
      return base58check.encode(Uint8Array.from([prefix.p2sh, ...script.subarray(2, 22)]))
    case "p2wpkh":
    case "p2wsh":
      return bech32.encode(prefix.segwit, [0, ...bech32.toWords(script.subarray(2))])
    case "p2tr":
      return bech32m.encode(prefix.segwit, [1, ...bech32m.toWords(script.subarray(2))])
    case null:
      return null
  }
}

const base58check = createBase58check(sha256)
