import { Fetch, type Network, type Rpc } from "@wmodal/protocol"
import { Effect, Scope } from "effect"
import type { Profile } from "../account/makeAccount.ts"
import type { Directory } from "../connectors/Directory.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { Clients, OutsideSurroundings } from "./makeClients.ts"

/** Everything beyond this page that the engine asks. Its code arrives with the first question. */
interface Outside {
  /** Fails when the code to ask with could not be loaded. */
  readonly rpcOf: (network: Network) => Effect.Effect<Rpc, EngineError>
  /** The bundled one without a directory endpoint. */
  readonly directory: Directory
  /** Never fails: what it cannot find is `null`. */
  readonly networkImageUrl: (network: Network) => Effect.Effect<string | null>
  /** Never fails: what it cannot find is unknown. */
  readonly profileOf: (address: string, network: Network) => Effect.Effect<Profile>
}

export const makeOutside = (around: OutsideSurroundings) =>
  Effect.gen(function* () {
    const fetch = yield* Fetch
    const scope = yield* Effect.scope
    const { directory, blockchain } = around.options.endpoints
    if (directory === undefined)
      around.warn(
        `No directory ${missing}: of the wallets that are not installed, only a few well-known ones are listed.`,
      )
    if (blockchain === undefined)
      around.warn(
        `No blockchain ${missing}: names and pictures of accounts are not shown, and networks are read by their own addresses alone.`,
      )
    let ready: Clients | null = null
    const clients = Effect.suspend(() => (ready === null ? load : Effect.succeed(ready)))
    const load = Effect.tryPromise({
      try: () => import("./makeClients.ts"),
      catch: () =>
        new EngineError({ reason: { _tag: "Unknown", detail: "A part of this page could not be loaded." } }),
    }).pipe(
      Effect.flatMap(({ makeClients }) => Effect.provideService(makeClients(around), Fetch, fetch)),
      Scope.provide(scope),
      // Two questions at once make two sets of clients; the first one stays, with what it remembers.
      Effect.map((made) => {
        ready ??= made
        return ready
      }),
    )
    const ask = (question: (directory: Directory) => ReturnType<Directory["byIds"]>) =>
      clients.pipe(
        Effect.flatMap(({ directory }) => question(directory)),
        Effect.catch(({ reason }) => {
          around.warn(`The wallet directory could not be read: ${reason._tag}`)
          return Effect.succeed([])
        }),
      )
    const outside: Outside = {
      rpcOf: (network) => Effect.flatMap(clients, ({ rpcOf }) => rpcOf(network)),
      directory: {
        byIds: (ids) => (ids.length === 0 ? Effect.succeed([]) : ask((directory) => directory.byIds(ids))),
        recommended: (exclude) => ask((directory) => directory.recommended(exclude)),
        imageUrl: (imageId) => ready?.directory.imageUrl(imageId) ?? null,
      },
      networkImageUrl: (network) =>
        clients.pipe(
          Effect.map(({ networkImageUrl }) => networkImageUrl(network)),
          Effect.orElseSucceed(() => null),
        ),
      profileOf: (address, network) =>
        clients.pipe(
          Effect.flatMap(({ profileOf }) => profileOf(address, network)),
          Effect.orElseSucceed(() => ({ name: null, image: null })),
        ),
    }
    return outside
  })

const missing = "endpoint was given"
