import type { Chain, Connector } from "@wmodal/chains"
import { bitcoin } from "@wmodal/chains/bitcoin"
import { evm } from "@wmodal/chains/evm"
import { polkadot } from "@wmodal/chains/polkadot"
import { solana } from "@wmodal/chains/solana"
import type { Namespace } from "@wmodal/protocol"

const chainsByNamespace = { eip155: evm, solana, bip122: bitcoin, polkadot } as const

/** Returns the chains of the terminal in listing order, each with its connectors. */
export const makeChains = (connectors: readonly Connector[] = []): readonly Chain[] =>
  Object.entries(chainsByNamespace).map(([namespace, make]) =>
    make({ connectors: connectors.filter((connector) => connector.namespace === namespace) }),
  )

/** Returns the chain of a namespace; `undefined` if the terminal has no code for it. */
export const findChain = (namespace: Namespace): Chain | undefined =>
  makeChains().find((chain) => chain.namespace === namespace)
