import { makeDevWallet, type ScriptedApprover, type WalletChain } from "@wmodal/dev-wallet"
import { type Fetch, Hosts, makeHosts, type Rpc } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import { makeWatchOnlySigner } from "../wallet/Keys.ts"

/** A call to a node of the wallet. The network is ignored because there is only one. */
type NodeCall = (_: unknown, ...call: Parameters<Rpc["request"]>) => ReturnType<Rpc["request"]>

/** Makes a dev wallet for one non-EVM chain. It runs on the clock of the test. */
export const makeChainWallet = Effect.fnUntraced(function* (cast: {
  readonly person: ScriptedApprover
  /** Makes the RPC client of the wallet's node. */
  readonly node: Effect.Effect<Rpc, never, Fetch | Scope.Scope>
  readonly side: (ask: NodeCall) => WalletChain
}) {
  const deps = yield* Effect.context<Fetch | Scope.Scope>()
  // Fresh hosts: an open circuit breaker of earlier failures would block later payments.
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
