import type { Fetch, Network, Rpc } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import type { NativeBalances, Profile } from "../account/makeAccount.ts"
import { lost, once } from "../attempt/once.ts"
import type { Directory } from "../connectors/Directory.ts"
import type { Engine } from "../Engine.ts"
import type { EngineError } from "../problems/EngineError.ts"
import type { Clients, OutsideSurroundings } from "./makeClients.ts"

/** Everything beyond this page that the engine asks. Its code arrives with the first question. */
interface Outside {
  /** Fails when the code to ask with could not be loaded. */
  readonly clients: Effect.Effect<Clients, EngineError>
  /** Fails when the code to ask with could not be loaded. */
  readonly rpcOf: (network: Network) => Effect.Effect<Rpc, EngineError>
  /** Fails when the code to ask with could not be loaded, too. */
  readonly balances: NativeBalances
  /** The bundled one without a directory endpoint. */
  readonly directory: Directory
  /** Never fails: what it cannot find is `null`. */
  readonly networkImageUrl: (network: Network) => Effect.Effect<string | null>
  /** Never fails: what it cannot find is unknown. */
  readonly profileOf: (address: string, network: Network) => Effect.Effect<Profile>
  /** What was asked of late; see `Engine`. */
  readonly attempts: Engine["attempts"]
}

export const makeOutside = (around: OutsideSurroundings) =>
  Effect.gen(function* () {
    const context = yield* Effect.context<Fetch | Scope.Scope>()
    const { directory, blockchain } = around.options.endpoints
    if (directory === undefined)
      around.warn(`No directory ${missing}: only a few well-known wallets are listed.`)
    if (blockchain === undefined)
      around.warn(`No blockchain ${missing}: names and pictures of accounts are not shown.`)
    const clients = once(async () => {
      const { makeClients } = await import("./makeClients.ts")
      return Effect.runPromiseWith(context)(makeClients(around))
    })
    const ask = <A>(otherwise: A, question: (clients: Clients) => Effect.Effect<A>) =>
      clients.pipe(
        Effect.flatMap(question),
        Effect.catch(() => {
          around.warn(lost)
          return Effect.succeed(otherwise)
        }),
      )
    const outside: Outside = {
      clients,
      attempts: Effect.map(clients, ({ attempts }) => attempts),
      rpcOf: (network) => Effect.flatMap(clients, ({ rpcOf }) => rpcOf(network)),
      balances: {
        get: (question) => Effect.flatMap(clients, ({ balances }) => balances.get(question)),
        refetch: (question) => Effect.flatMap(clients, ({ balances }) => balances.refetch(question)),
      },
      directory: {
        byIds: (ids) =>
          ids.length === 0 ? Effect.succeed([]) : ask([], ({ directory }) => directory.byIds(ids)),
        recommended: (exclude) =>
          ask({ entries: [], count: null }, ({ directory }) => directory.recommended(exclude)),
      },
      networkImageUrl: (network) =>
        ask(null, ({ networkImageUrl }) => Effect.succeed(networkImageUrl(network))),
      profileOf: (address, network) =>
        ask({ name: null, image: null }, ({ profileOf }) => profileOf(address, network)),
    }
    return outside
  })

const missing = "endpoint was given"
