import type { Engine } from "@wmodal/core"
import type { Namespace } from "@wmodal/protocol"

/** Returns the chain of the page; `undefined` without its code: then only a wallet's address is known. */
export const findChain = ({ options }: Pick<Engine, "options">, namespace: Namespace) =>
  options.chains.find((chain) => chain.namespace === namespace)

/** Returns true when the page offers balances, payments and swaps on a chain. */
export const hasPayments = (engine: Pick<Engine, "options">, namespace: Namespace): boolean => {
  const chain = findChain(engine, namespace)
  return chain !== undefined && chain.onlySigns !== true
}
