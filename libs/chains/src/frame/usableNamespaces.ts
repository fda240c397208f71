import type { EmbeddedWalletDeps } from "./EmbeddedWallet.ts"
import { embeddedNamespaces } from "./embeddedNamespaces.ts"

/** Returns the embedded wallet's chains that the host app has code and a network for. */
export const usableNamespaces = ({ chains, networks }: Pick<EmbeddedWalletDeps, "chains" | "networks">) =>
  embeddedNamespaces.filter(
    (namespace) =>
      chains.some((chain) => chain.namespace === namespace && chain.sessionConnector !== undefined) &&
      networks.some(({ chainNamespace }) => chainNamespace === namespace),
  )
