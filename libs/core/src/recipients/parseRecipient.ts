import { sanitizeLine } from "@wmodal/chains"
import {
  isNamespace,
  isValidAddress,
  type Namespace,
  type Network,
  parseBitcoinAddress,
  parseBitcoinUri,
  parseCaipAddress,
  parseEthereumUri,
} from "@wmodal/protocol"
import { Result } from "effect"
import { RecipientError } from "./Recipients.ts"

/** The recipient in a text, before any request. */
export type ParsedRecipient =
  /** An address in the form of the network's type; its checksum is not verified. */
  | { readonly _tag: "Address"; readonly address: string }
  /** A name in the form that a name server expects. */
  | { readonly _tag: "Name"; readonly name: string }

/** Names of chain types for users. */
const namespaceLabels: Readonly<Record<Namespace, string>> = {
  eip155: "EVM networks",
  solana: "Solana",
  polkadot: "Polkadot",
  bip122: "Bitcoin",
}
// Types with a checksum come first: a Solana address has only a format.
const namespacesByChecksum = ["eip155", "bip122", "polkadot", "solana"] as const

/** Removes the prefix of an address, and verifies its network. `networks` are those with names. */
export const parseRecipient = (
  text: string,
  network: Network,
  networks: readonly Network[],
): Result.Result<ParsedRecipient, RecipientError> => {
  const fail = (reason: RecipientError["reason"]) => Result.fail(new RecipientError({ text, reason }))
  const wrongNetwork = (id: string) =>
    fail({ _tag: "OtherChain", chain: networks.find((one) => one.caipNetworkId === id)?.name ?? id })
  const { chainNamespace, caipNetworkId } = network
  let rest = text.trim()

  if (/^bitcoin:/i.test(rest)) {
    const link = parseBitcoinUri(rest)
    if (Result.isFailure(link)) return fail({ _tag: "NotAnAddress" })
    if (chainNamespace !== "bip122") return fail({ _tag: "OtherChain", chain: namespaceLabels.bip122 })
    rest = link.success.address
  }
  // Three parts are CAIP-10, and two a payment link, whose other parameters are left to the user. Source: Solana Pay.
  const solana = /^solana:([^:?]+)(?:\?.*)?$/is.exec(rest)?.[1]
  if (solana !== undefined) {
    if (!isValidAddress("solana", solana)) return fail({ _tag: "NotAnAddress" })
    if (chainNamespace !== "solana") return fail({ _tag: "OtherChain", chain: namespaceLabels.solana })
    rest = solana
  }
  if (/^ethereum:/i.test(rest)) {
    const link = parseEthereumUri(rest)
    // The target of a function call is usually the token's contract, not a recipient.
    if (Result.isFailure(link) || link.success.function !== undefined) return fail({ _tag: "NotAnAddress" })
    const { target, chainId } = link.success
    if (chainNamespace !== "eip155") return fail({ _tag: "OtherChain", chain: namespaceLabels.eip155 })
    if (chainId !== undefined && caipNetworkId !== `eip155:${chainId}`)
      return wrongNetwork(`eip155:${chainId}`)
    rest = target
  }
  const caip = parseCaipAddress(rest)
  if (Result.isSuccess(caip) && isNamespace(caip.success.namespace)) {
    const { namespace, reference, address } = caip.success
    if (`${namespace}:${reference}` !== caipNetworkId) return wrongNetwork(`${namespace}:${reference}`)
    rest = address
  }

  const kind = namespacesByChecksum.find((namespace) => isValidAddress(namespace, rest))
  if (kind === chainNamespace) {
    const other = chainNamespace === "bip122" ? findOtherBitcoinNetwork(rest, network) : null
    return other === null
      ? Result.succeed({ _tag: "Address", address: rest })
      : fail({ _tag: "OtherChain", chain: other })
  }
  if (kind !== undefined) return fail({ _tag: "OtherChain", chain: namespaceLabels[kind] })
  const name = parseName(rest)
  return name === null ? fail({ _tag: "NotAnAddress" }) : Result.succeed({ _tag: "Name", name })
}

/** Returns the Bitcoin network of an address if it differs from this one; `null` if it matches. */
const findOtherBitcoinNetwork = (address: string, { testnet }: Network): string | null => {
  const parsed = parseBitcoinAddress(address)
  if (Result.isFailure(parsed)) return null
  const { network } = parsed.success
  if ((network === "mainnet") === (testnet !== true)) return null
  return network === "mainnet" ? "Bitcoin" : "Bitcoin Testnet"
}

/** Alphabets with confusable letters: no label mixes two of them. */
const confusableScripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]

/**
 * Returns a name such as `alice.eth` in lower case; `null` if it is invalid or deceptive: invisible characters,
 * substitute characters, and labels in two alphabets.
 */
const parseName = (text: string): string | null => {
  const name = text.normalize("NFC").toLowerCase()
  const labels = name.split(".")
  const isName =
    labels.length > 1 &&
    labels.every((label) => label !== "" && !/[\s:/@?#%\\]/u.test(label)) &&
    sanitizeLine(name, 255) === name &&
    name.normalize("NFKC") === name &&
    labels.every((label) => confusableScripts.filter((alphabet) => alphabet.test(label)).length < 2)
  return isName ? name : null
}
