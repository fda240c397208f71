import type { Sought, Standing } from "@wmodal/chains"
import type { CaipNetworkId } from "@wmodal/protocol"
import { Effect } from "effect"
import { surviving } from "../attempt/surviving.ts"
import { askChain, type ChainAtHand, type ChainSurroundings } from "../flows/askChain.ts"
import type { Surroundings } from "../flows/Surroundings.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { Problem } from "../problems/Problem.ts"
import { hashOf, type Noted, takenBy } from "./ledgerModel.ts"

/** How to look at a chain. */
export interface Look {
  /** Fails for a network that is none of the page's, and where the code for it has not loaded. */
  readonly reach: (network: CaipNetworkId) => Effect.Effect<ChainAtHand, EngineError>
  readonly at: (network: CaipNetworkId, sought: Sought) => Effect.Effect<Standing, Problem>
}

export const makeLook = (
  around: ChainSurroundings & { readonly networks: Pick<Surroundings["networks"], "configured"> },
): Look => {
  const reach: Look["reach"] = (id) =>
    Effect.suspend(() => {
      const network = around.networks.configured.find(({ caipNetworkId }) => caipNetworkId === id)
      return network === undefined
        ? new EngineError({ reason: { _tag: "NetworkNotFound", network: id } })
        : askChain(around, { network, known: true })
    })
  return {
    reach,
    at: (id, sought) =>
      Effect.flatMap(reach(id), ({ actions, asking }) =>
        surviving(Effect.suspend(() => actions.find({ ...asking, sought }))),
      ),
  }
}

/** What to look for. Whose bytes somebody brought signed, nobody knows: they are looked for by hash alone. */
export const soughtOf = (entry: Noted, all: readonly Noted[]): Sought => ({
  from: entry.subject._tag === "Raw" ? "" : entry.account.slice(entry.account.lastIndexOf(":") + 1),
  transaction: entry.transaction,
  mark: entry.mark,
  hash: hashOf(entry.state),
  taken: takenBy(all, entry),
})

/** Whether there is anything to look for. */
export const isFindable = ({ state, transaction }: Noted): boolean =>
  transaction !== null || hashOf(state) !== null
