import { makeDevWallet, type ScriptedApprover, type WalletChain } from "@wmodal/dev-wallet"
import { type Fetch, Hosts, makeHosts, type Rpc } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import { makeWatchOnlySigner } from "../wallet/Keys.ts"

/** One call to a node of the wallet's, whichever network it is for: there is one here. */
type NodeCall = (_: unknown, ...call: Parameters<Rpc["request"]>) => ReturnType<Rpc["request"]>

/** A dev wallet of one chain beside EVM. Its time is the time of the test, too. */
export const makeChainWallet = Effect.fnUntraced(function* (cast: {
  readonly person: ScriptedApprover
  /** Makes what asks a node. */
  readonly node: Effect.Effect<Rpc, never, Fetch | Scope.Scope>
  readonly side: (ask: NodeCall) => WalletChain
}) {
  const deps = yield* Effect.context<Fetch | Scope.Scope>()
  // It bears no node a grudge for what was lost before: every payment of the run is to leave.
  const node = Effect.suspend(() => Effect.provideService(cast.node, Hosts, makeHosts()))
  const ask: NodeCall = (_, method, params) =>
    Effect.provideContext(
      Effect.flatMap(node, ({ request }) => request(method, params)),
      deps,
    )
  return makeDevWallet({
    signers: [makeWatchOnlySigner(`0x${"0".repeat(40)}`)],
    networks: [{ chainId: 1, name: "none", rpcUrls: [] }],
    sides: [cast.side(ask)],
    approve: cast.person.approve,
    rpc: () => Effect.die(new Error("there is no other chain")),
  })
})
