import type { Engine } from "@wmodal/core"
import type { Namespace } from "@wmodal/protocol"

/** Whether the page has passed the code of a chain: without it, a wallet's address there is all that there is. */
export const hasChain = ({ options }: Pick<Engine, "options">, namespace: Namespace): boolean =>
  options.chains.some((chain) => chain.namespace === namespace)
