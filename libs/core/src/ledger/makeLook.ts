import { type CallsStatus, ConnectorError, type Sought, type Standing } from "@wmodal/chains"
import type { CaipNetworkId } from "@wmodal/protocol"
import { Effect } from "effect"
import { surviving } from "../attempt/surviving.ts"
import { askChain, type ChainAtHand, type ChainSurroundings } from "../flows/askChain.ts"
import type { Surroundings } from "../flows/Surroundings.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { Problem } from "../problems/Problem.ts"
import { hashOf, type Noted, takenBy } from "./ledgerModel.ts"

/** How to look at a chain, and at what a wallet has taken. */
export interface Look {
  /** Fails for a network that is none of the page's, and where the code for it has not loaded. */
  readonly reach: (network: CaipNetworkId) => Effect.Effect<ChainAtHand, EngineError>
  readonly at: (network: CaipNetworkId, sought: Sought) => Effect.Effect<Standing, Problem>
  /** How a batch stands with the wallet that was asked for it; `null` where that knows none of this id. */
  readonly batch: (
    entry: Pick<Noted, "network" | "connectorId">,
    id: string,
  ) => Effect.Effect<CallsStatus | null, Problem>
}

/** Milliseconds after which a wallet that does not say how a batch stands is asked another time. */
const patience = 10_000
/** A wallet knows no batch of this id. Source: EIP-5792. */
const unknownId = 5730

export const makeLook = (
  around: ChainSurroundings & {
    readonly networks: Pick<Surroundings["networks"], "configured">
    readonly board: Pick<Surroundings["board"], "connectedOn" | "connectors">
  },
): Look => {
  const reach: Look["reach"] = (id) =>
    Effect.suspend(() => {
      const network = around.networks.configured.find(({ caipNetworkId }) => caipNetworkId === id)
      return network === undefined
        ? new EngineError({ reason: { _tag: "NetworkNotFound", network: id } })
        : askChain(around, { network, known: true })
    })
  const batch: Look["batch"] = ({ network, connectorId }, id) =>
    Effect.gen(function* () {
      const { asking } = yield* reach(network)
      const { chainNamespace } = asking.network
      const connector = around.board.connectors.get(chainNamespace)
      if (around.board.connectedOn(chainNamespace) === null || connector?.id !== connectorId)
        return yield* new EngineError({ reason: { _tag: "NotConnected" } })
      const calls = yield* surviving(connector.calls)
      const answer = surviving(Effect.suspend(() => calls.callsStatus(id)))
      return yield* answer.pipe(
        Effect.timeoutOrElse({
          duration: patience,
          orElse: () => Effect.fail(new ConnectorError({ connectorId, reason: { _tag: "Offline" } })),
        }),
        Effect.catchIf(
          ({ reason }) => reason._tag === "Failed" && reason.code === unknownId,
          () => Effect.succeed(null),
        ),
      )
    })

  return {
    batch,
    reach,
    at: (id, sought) =>
      Effect.flatMap(reach(id), ({ actions, asking }) =>
        surviving(Effect.suspend(() => actions.find({ ...asking, sought }))),
      ),
  }
}

/**
 * What to look for. Whose bytes somebody brought signed, nobody knows, and a batch may be sent by somebody else than its
 * account: they are looked for by hash alone.
 */
export const soughtOf = (entry: Noted, all: readonly Noted[]): Sought => {
  const { account, batch, mark, state, subject, transaction } = entry
  const isAnybodys = subject._tag === "Raw" || batch !== undefined
  return {
    from: isAnybodys ? "" : account.slice(account.lastIndexOf(":") + 1),
    transaction,
    // Whoever carries a batch may be replaced by another carrier: of its place there is nothing to say.
    mark: batch === undefined ? mark : null,
    hash: hashOf(state),
    taken: takenBy(all, entry),
  }
}
