import type { Namespace } from "@wmodal/protocol"
import type { FrameSurroundings } from "./Frame.ts"

/** The chains on which the embedded wallet has accounts, as far as the page has their code and a network. */
export const usable = ({ chains, networks }: Pick<FrameSurroundings, "chains" | "networks">) =>
  own.filter(
    (namespace) =>
      chains.some((chain) => chain.namespace === namespace && chain.behind !== undefined) &&
      networks.some(({ chainNamespace }) => chainNamespace === namespace),
  )

const own: readonly Namespace[] = ["eip155", "solana"]
