import type { Engine } from "@wmodal/core"
import type { Namespace } from "@wmodal/protocol"

/** Returns true when the page has passed the code of a chain. Without it, only a wallet's address is known. */
export const hasChain = ({ options }: Pick<Engine, "options">, namespace: Namespace): boolean =>
  options.chains.some((chain) => chain.namespace === namespace)
