import type { ChainRules } from "@wmodal/chains"
import {
  findAddressNamespace,
  isMistypedAddress,
  isNamespace,
  type Namespace,
  type Network,
  namespaceLabels,
  type PaymentUri,
  parseCaipAddress,
  parsePaymentUri,
  parsePrefixedAddress,
} from "@wmodal/protocol"
import { Result } from "effect"
import { parseName } from "./parseName.ts"
import { RecipientError } from "./Recipients.ts"

/** The recipient in a text, before any request, with the payment link that names it, if any. */
export type ParsedRecipient =
  /** An address in the form of the network's type; its checksum is not verified. */
  | { readonly _tag: "Address"; readonly address: string; readonly link?: PaymentUri }
  /** A name, not yet in the form that a name server expects. */
  | { readonly _tag: "Name"; readonly name: string; readonly link?: PaymentUri }

/**
 * Parses a payment link, or removes the prefix of an address, which names its network or its chain (CAIP-10, ERC-3770),
 * and verifies the network. `networks` are those with
 * names, `rules` those of the network's chain.
 */
export const parseRecipient = (
  text: string,
  {
    network,
    networks,
    rules,
  }: {
    readonly network: Network
    readonly networks: readonly Network[]
    readonly rules: Pick<ChainRules, "findOtherNetwork">
  },
): Result.Result<ParsedRecipient, RecipientError> => {
  const fail = (reason: RecipientError["reason"]) => Result.fail(new RecipientError({ text, reason }))
  let rest = text.trim()
  const parsed = parsePaymentUri(rest)
  const isOther = (chain: string) =>
    fail({ _tag: "OtherChain", chain, ...(parsed !== null && { isLink: true }) })
  const wrongNetwork = (id: string) => isOther(networks.find((one) => one.caipNetworkId === id)?.name ?? id)
  const otherChain = (namespace: Namespace) => isOther(namespaceLabels[namespace])
  const { chainNamespace, caipNetworkId } = network

  if (parsed !== null) {
    if (Result.isFailure(parsed)) {
      const problem = parsed.failure
      if (problem._tag === "TransactionRequest" && problem.namespace !== chainNamespace)
        return otherChain(problem.namespace)
      return fail(problem._tag === "Form" ? { _tag: "NotAnAddress" } : { _tag: "Link", problem })
    }
    const { namespace, network: id, recipient } = parsed.success
    if (namespace !== chainNamespace) return otherChain(namespace)
    if (id !== null && id !== caipNetworkId) return wrongNetwork(id)
    rest = recipient
  }
  const link = parsed === null ? {} : { link: parsed.success }
  const caip = parseCaipAddress(rest)
  if (Result.isSuccess(caip) && isNamespace(caip.success.namespace)) {
    const { namespace, reference, address } = caip.success
    if (`${namespace}:${reference}` !== caipNetworkId) return wrongNetwork(`${namespace}:${reference}`)
    rest = address
  }

  const prefixed = parsePrefixedAddress(rest)
  if (prefixed !== null) {
    if (!prefixed.networks.includes(caipNetworkId)) return wrongNetwork(prefixed.networks[0])
    rest = prefixed.address
  }

  const namespace = findAddressNamespace(rest)
  if (namespace === chainNamespace) {
    const other = rules.findOtherNetwork(rest, network)
    return other === null ? Result.succeed({ _tag: "Address", address: rest, ...link }) : isOther(other)
  }
  if (isMistypedAddress(chainNamespace, rest)) return fail({ _tag: "WrongChecksum" })
  if (namespace !== null) return otherChain(namespace)
  const name = parseName(rest)
  return name === null ? fail({ _tag: "NotAnAddress" }) : Result.succeed({ _tag: "Name", name, ...link })
}
