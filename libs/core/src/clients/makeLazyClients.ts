import { type Fetch, lazy, type Network, type Rpc } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import type { NativeBalances, Profile } from "../account/makeAccount.ts"
import {
  type DirectoryWallets,
  type FetchDirectoryWallets,
  noDirectoryWallets,
} from "../connectors/DirectoryWallets.ts"
import { loadFailedMessage, loadPart } from "../effects/loadPart.ts"
import type { EngineError } from "../problems/EngineError.ts"
import type { Clients } from "./makeClients.ts"
import type { NetworkLog, NetworkNote, OpenNetworkLog } from "./networkLog.ts"
import type { ClientsDeps, OpenedDirectory } from "./openDirectory.ts"

/** The clients for all remote requests. Their code is loaded on first use. */
interface LazyClients {
  /** Fails when the clients' code could not be loaded. */
  readonly clients: Effect.Effect<Clients, EngineError>
  /** Fails when the client's code could not be loaded. */
  readonly rpcOf: (network: Network) => Effect.Effect<Rpc, EngineError>
  /** Fails also when the client's code could not be loaded. */
  readonly balances: NativeBalances
  /** Requests the directory, or reads the bundled one without a directory endpoint. */
  readonly fetchDirectoryWallets: FetchDirectoryWallets
  /** Never fails: `null` without an image. */
  readonly networkImageUrl: (network: Network) => Effect.Effect<string | null>
  /** Fetches the profile. Never fails: a missing value is `null`. */
  readonly profileOf: (address: string, network: Network) => Effect.Effect<Profile>
  /** Loads the directory's code in advance. */
  readonly preload: () => void
  readonly networkLog: NetworkLog
  /** The directory, which is the first to be requested. */
  readonly directory: Effect.Effect<OpenedDirectory, EngineError>
}

export const makeLazyClients = (deps: Omit<ClientsDeps, "onRequest">) =>
  Effect.gen(function* () {
    const context = yield* Effect.context<Fetch | Scope.Scope>()
    const { directory, blockchain } = deps.options.endpoints
    if (directory === undefined) deps.warn(`No directory ${missingEndpointText}: few wallets are listed.`)
    if (blockchain === undefined)
      deps.warn(`No blockchain ${missingEndpointText}: no account names and images.`)
    const run = Effect.runPromiseWith(context)
    const listeners = new Set<(note: NetworkNote) => void>()
    const clientDeps: ClientsDeps = {
      ...deps,
      onRequest: (note) => {
        for (const listener of listeners) listener(note)
      },
    }
    const opening = lazy(async () => {
      const { openDirectory } = await import("./openDirectory.ts")
      return run(openDirectory(clientDeps))
    })
    const clients = loadPart(
      lazy(async () => {
        const [{ makeClients }, opened] = await Promise.all([import("./makeClients.ts"), opening.get()])
        return run(makeClients(clientDeps, opened))
      }),
    )
    const orElse = <A>(otherwise: A) =>
      Effect.catch(() => {
        deps.warn(loadFailedMessage)
        return Effect.succeed(otherwise)
      })
    const ask = <A>(otherwise: A, question: (opened: OpenedDirectory) => Effect.Effect<A, EngineError>) =>
      loadPart(opening).pipe(Effect.flatMap(question), orElse(otherwise))
    const log = (use: (log: OpenNetworkLog) => void) => {
      opening.get().then(
        ({ networkLog }) => use(networkLog),
        () => {},
      )
    }
    const outside: LazyClients = {
      clients,
      preload: opening.preload,
      directory: loadPart(opening),
      networkLog: {
        entries: () => opening.now()?.networkLog.entries() ?? [],
        subscribe: (listener) => {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
        add: (note) => log(({ add }) => add(note)),
        addImage: (url) => {
          if (url.startsWith("http")) log(({ addImage }) => addImage(url))
        },
      },
      rpcOf: (network) => Effect.flatMap(clients, ({ rpcOf }) => rpcOf(network)),
      balances: {
        get: (question) => Effect.flatMap(clients, ({ balances }) => balances.get(question)),
        refetch: (question) => Effect.flatMap(clients, ({ balances }) => balances.refetch(question)),
      },
      fetchDirectoryWallets: (recentIds) =>
        ask<DirectoryWallets>({ ...noDirectoryWallets, count: "failed" }, ({ fetchDirectoryWallets }) =>
          fetchDirectoryWallets(recentIds),
        ),
      networkImageUrl: (network) => ask(null, ({ networkImageUrl }) => networkImageUrl(network)),
      profileOf: (address, network) =>
        clients.pipe(
          Effect.flatMap(({ profileOf }) => profileOf(address, network)),
          orElse<Profile>({ name: null, image: null }),
        ),
    }
    return outside
  })

const missingEndpointText = "endpoint was given"
