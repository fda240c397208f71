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

/** What a text says of its recipient, before anybody is asked. */
export type ParsedRecipient =
  /** In the form of an address of the network's kind; no checksum is read. */
  | { readonly _tag: "Address"; readonly address: string }
  /** As a name server expects it. */
  | { readonly _tag: "Name"; readonly name: string }

/** Kinds of chain as a person knows them. */
const namespaceLabels: Readonly<Record<Namespace, string>> = {
  eip155: "EVM networks",
  solana: "Solana",
  polkadot: "Polkadot",
  bip122: "Bitcoin",
}
// Those that a checksum tells apart come first: a Solana address has a form alone.
const namespacesByChecksum = ["eip155", "bip122", "polkadot", "solana"] as const

/** Takes off what stands around an address, and keeps to the network. `networks` are the ones that have names. */
export const parseRecipient = (
  text: string,
  network: Network,
  networks: readonly Network[],
): Result.Result<ParsedRecipient, RecipientError> => {
  const fail = (reason: RecipientError["reason"]) => Result.fail(new RecipientError({ text, reason }))
  const elsewhere = (id: string) =>
    fail({ _tag: "OtherChain", chain: networks.find((one) => one.caipNetworkId === id)?.name ?? id })
  const { chainNamespace, caipNetworkId } = network
  let rest = text.trim()

  if (/^bitcoin:/i.test(rest)) {
    const link = parseBitcoinUri(rest)
    if (Result.isFailure(link)) return fail({ _tag: "NotAnAddress" })
    if (chainNamespace !== "bip122") return fail({ _tag: "OtherChain", chain: namespaceLabels.bip122 })
    rest = link.success.address
  }
  // Three parts are CAIP-10, and two a link to pay. What it asks for beside, a person decides. Source: Solana Pay.
  const solana = /^solana:([^:?]+)(?:\?.*)?$/is.exec(rest)?.[1]
  if (solana !== undefined) {
    if (!isValidAddress("solana", solana)) return fail({ _tag: "NotAnAddress" })
    if (chainNamespace !== "solana") return fail({ _tag: "OtherChain", chain: namespaceLabels.solana })
    rest = solana
  }
  if (/^ethereum:/i.test(rest)) {
    const link = parseEthereumUri(rest)
    // What such a link calls is no recipient: it is the token's own contract, more often than not.
    if (Result.isFailure(link) || link.success.function !== undefined) return fail({ _tag: "NotAnAddress" })
    const { target, chainId } = link.success
    if (chainNamespace !== "eip155") return fail({ _tag: "OtherChain", chain: namespaceLabels.eip155 })
    if (chainId !== undefined && caipNetworkId !== `eip155:${chainId}`) return elsewhere(`eip155:${chainId}`)
    rest = target
  }
  const caip = parseCaipAddress(rest)
  if (Result.isSuccess(caip) && isNamespace(caip.success.namespace)) {
    const { namespace, reference, address } = caip.success
    if (`${namespace}:${reference}` !== caipNetworkId) return elsewhere(`${namespace}:${reference}`)
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

/** Which of Bitcoin's networks an address is of, where that is not this one; `null` where it is. */
const findOtherBitcoinNetwork = (address: string, { testnet }: Network): string | null => {
  const parsed = parseBitcoinAddress(address)
  if (Result.isFailure(parsed)) return null
  const { network } = parsed.success
  if ((network === "mainnet") === (testnet !== true)) return null
  return network === "mainnet" ? "Bitcoin" : "Bitcoin Testnet"
}

/** Alphabets with letters that look like one another's: no word is written in two of them. */
const confusableScripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]

/**
 * A name such as `alice.eth`, in small letters; `null` where it is none, and where it is made to be read as another:
 * invisible characters, characters that stand for others, and labels in two alphabets.
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
