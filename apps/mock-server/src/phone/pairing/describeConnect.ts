import { sanitizeLine } from "@wmodal/chains"
import { canonicalChainId } from "@wmodal/chains/internal"
import { toPlainAddress } from "@wmodal/protocol"
import type { PhoneNetwork, PhonePeer, PhonePrompt } from "../PhoneState.ts"
import type { ApprovedNamespace } from "./approveNamespaces.ts"

const namespaceTitles: Readonly<Record<string, string>> = {
  eip155: "Ethereum address",
  solana: "Solana address",
  bip122: "Bitcoin address",
  polkadot: "Polkadot address",
}

/** Maximum number of names in a description. */
const maxNetworkNames = 6

/** Describes a session proposal for the owner. */
export const describeConnect = (
  peer: PhonePeer,
  namespaces: Readonly<Record<string, ApprovedNamespace>>,
  networks: readonly PhoneNetwork[],
): Omit<PhonePrompt, "id" | "receivedAt"> => {
  const granted = Object.entries(namespaces)
  const nameOf = (chain: string) =>
    sanitizeLine(networks.find(({ chainId }) => chainId === canonicalChainId(chain))?.name ?? chain, 64)
  const names = [...new Set(granted.flatMap(([, { chains }]) => chains.map(nameOf)))]
  const addresses = granted.flatMap(([namespace, { accounts }]) =>
    [...new Set(accounts.map((account) => toPlainAddress(account)))].map(
      (address) => `${namespaceTitles[namespace] ?? namespace}: ${address}`,
    ),
  )
  return {
    kind: "connect",
    title: `Connect to ${peer.name}`,
    peer,
    lines: [
      ...(peer.url === "" ? ["Beware: The app does not state its site."] : []),
      "Permissions: view these addresses and request signatures",
      `Networks: ${names.slice(0, maxNetworkNames).join(", ")}${names.length > maxNetworkNames ? ` and ${names.length - maxNetworkNames} more` : ""}`,
      ...addresses,
    ],
  }
}
