import type { Namespace } from "@wmodal/protocol"
import { bitcoinRules } from "./bitcoin/rules.ts"
import type { ChainRules } from "./contract/ChainRules.ts"
import { evmRules } from "./evm/rules.ts"
import { polkadotRules } from "./polkadot/rules.ts"
import { solanaRules } from "./solana/rules.ts"

/** The rules of every chain, for programs without an engine. The engine uses those of its loaded chains. */
export const chainRules: Readonly<Record<Namespace, ChainRules>> = {
  eip155: evmRules,
  solana: solanaRules,
  polkadot: polkadotRules,
  bip122: bitcoinRules,
}
