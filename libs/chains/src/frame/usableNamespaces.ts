import type { Namespace } from "@wmodal/protocol"
import type { EmbeddedWalletDeps } from "./EmbeddedWallet.ts"

/** The chains on which the embedded wallet has accounts, as far as the page has their code and a network. */
export const usableNamespaces = ({ chains, networks }: Pick<EmbeddedWalletDeps, "chains" | "networks">) =>
  supportedNamespaces.filter(
    (namespace) =>
      chains.some((chain) => chain.namespace === namespace && chain.sessionConnector !== undefined) &&
      networks.some(({ chainNamespace }) => chainNamespace === namespace),
  )

const supportedNamespaces: readonly Namespace[] = ["eip155", "solana"]
