import type { ChainRules } from "@wmodal/chains"
import {
  findAddressNamespace,
  isMistypedAddress,
  isNamespace,
  type Namespace,
  type Network,
  namespaceLabels,
  parseCaipAddress,
  parsePaymentRecipient,
} from "@wmodal/protocol"
import { Result } from "effect"
import { parseName } from "./parseName.ts"
import { RecipientError } from "./Recipients.ts"

/** The recipient in a text, before any request. */
export type ParsedRecipient =
  /** An address in the form of the network's type; its checksum is not verified. */
  | { readonly _tag: "Address"; readonly address: string }
  /** A name, not yet in the form that a name server expects. */
  | { readonly _tag: "Name"; readonly name: string }

/**
 * Removes the prefix of an address, and verifies its network. `networks` are those with names, `rules` those of the
 * network's chain.
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
  const wrongNetwork = (id: string) =>
    fail({ _tag: "OtherChain", chain: networks.find((one) => one.caipNetworkId === id)?.name ?? id })
  const otherChain = (namespace: Namespace) => fail({ _tag: "OtherChain", chain: namespaceLabels[namespace] })
  const { chainNamespace, caipNetworkId } = network
  let rest = text.trim()

  const link = parsePaymentRecipient(rest)
  if (link === null) return fail({ _tag: "NotAnAddress" })
  if (link !== undefined) {
    if (link.namespace !== chainNamespace) return otherChain(link.namespace)
    if (link.network !== null && link.network !== caipNetworkId) return wrongNetwork(link.network)
    rest = link.target
  }
  const caip = parseCaipAddress(rest)
  if (Result.isSuccess(caip) && isNamespace(caip.success.namespace)) {
    const { namespace, reference, address } = caip.success
    if (`${namespace}:${reference}` !== caipNetworkId) return wrongNetwork(`${namespace}:${reference}`)
    rest = address
  }

  const namespace = findAddressNamespace(rest)
  if (namespace === chainNamespace) {
    const other = rules.findOtherNetwork(rest, network)
    return other === null
      ? Result.succeed({ _tag: "Address", address: rest })
      : fail({ _tag: "OtherChain", chain: other })
  }
  if (isMistypedAddress(chainNamespace, rest)) return fail({ _tag: "WrongChecksum" })
  if (namespace !== null) return otherChain(namespace)
  const name = parseName(rest)
  return name === null ? fail({ _tag: "NotAnAddress" }) : Result.succeed({ _tag: "Name", name })
}
