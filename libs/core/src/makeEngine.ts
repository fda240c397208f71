import type { ChosenApp, PairingLink } from "@wmodal/chains/walletconnect"
import type { Fetch } from "@wmodal/protocol"
import { Effect, PubSub, type Scope, Stream, SubscriptionRef } from "effect"
import { type AccountRoom, makeAccount } from "./account/makeAccount.ts"
import { makeBoard } from "./connection/Board.ts"
import type { Connection } from "./connection/Connection.ts"
import { makeConnection } from "./connection/makeConnection.ts"
import { makeConnectors } from "./connectors/makeConnectors.ts"
import { makePick } from "./connectors/pick.ts"
import type { Engine, EngineEvent } from "./Engine.ts"
import { makeNetworks, type NetworksRoom } from "./networks/makeNetworks.ts"
import { makeAlerts } from "./notices/makeAlerts.ts"
import { makeToasts } from "./notices/makeToasts.ts"
import { blockingError, decodeOptions } from "./options/decodeOptions.ts"
import { makeOutside } from "./outside/makeOutside.ts"
import { Platform } from "./Platform.ts"
import type { Pairing } from "./pairing/Pairing.ts"
import { EngineError } from "./problems/EngineError.ts"
import { inWords } from "./problems/inWords.ts"
import { makeRouter, visible } from "./router/makeRouter.ts"
import type { Router, RouterState } from "./router/Router.ts"
import { sameView } from "./router/routerModel.ts"
import { chosenKey, ledgerKey, makeMemory } from "./storage/Memory.ts"
import { Storage } from "./storage/Storage.ts"

/**
 * Makes one engine out of what a host passed (see `HostOptions`), whatever that is: it never fails, and what is
 * wrong is named in `optionsErrors`. It waits for nothing but the words for that; discovery and restoring go on (see
 * `ready`).
 * When its scope closes, no timer, listener or fiber of it is left.
 */
export const makeEngine = (
  input: unknown,
): Effect.Effect<Engine, never, Scope.Scope | Storage | Fetch | Platform> =>
  Effect.gen(function* () {
    const platform = yield* Platform
    const said = new Set<string>()
    const warn = (text: string) => {
      if (said.has(text)) return
      said.add(text)
      platform.warn(text)
    }

    const decoded = decodeOptions(input)
    const { options, errors } = decoded
    for (const error of errors) {
      const { titleText, bodyText } = yield* inWords(error)
      warn(`${titleText}. ${bodyText}`)
    }

    const storage = yield* Storage
    const memory = makeMemory(storage, warn)
    const outside = yield* makeOutside({ options, platform: platform.name, warn })
    const published = yield* PubSub.unbounded<EngineEvent>()
    const emit = (name: string, properties: EngineEvent["properties"]) =>
      Effect.asVoid(PubSub.publish(published, { name, properties }))

    const toasts = yield* makeToasts
    const alerts = yield* makeAlerts
    const board = yield* makeBoard
    const namespaces = [...new Set(options.chains.map((chain) => chain.namespace))]
    let account: AccountRoom | null = null
    const changed = Effect.suspend(() => account?.follow ?? Effect.void)

    const abandon: Effect.Effect<void> = Effect.suspend(() =>
      Effect.forEach(
        namespaces.filter((one) => /^(Connecting|Failed)$/.test(board.of(one)._tag)),
        (one) => connection.cancel(one),
        { discard: true },
      ),
    )

    const moved = (before: RouterState, after: RouterState): Effect.Effect<void> =>
      Effect.gen(function* () {
        const [from, to] = [visible(before), visible(after)]
        if (from === null && to !== null) {
          const blocking = blockingError(decoded)
          if (blocking !== null) yield* alerts.show(blocking)
          yield* connectors.prepare
          yield* emit("MODAL_OPEN", { connected: board.anyConnected() })
        }
        if (from !== null && to === null) yield* emit("MODAL_CLOSE", { connected: board.anyConnected() })
        // Who walks away from a question no longer waits for its answer.
        const asking = from?._tag === "ConnectingExternal" || from?._tag === "SwitchNetwork"
        const left = asking && (to === null || !sameView(from, to))
        if (left && from._tag === "ConnectingExternal") yield* abandon
        const { switching, cancel } = networks.networks
        if (left && SubscriptionRef.getUnsafe(switching)._tag !== "Idle") yield* cancel
      })

    const router: Router = yield* makeRouter({
      connected: board.anyConnected,
      hasChains: options.chains.length > 0,
      mobile: platform.mobile,
      unsupported: () => !SubscriptionRef.getUnsafe(networks.networks.shown).known,
      embedded: options.embedded,
      moved,
      warn,
    })
    const networks: NetworksRoom = yield* makeNetworks({
      options,
      memory,
      board,
      router,
      alerts,
      imageUrl: outside.networkImageUrl,
      changed,
      emit,
    })
    const pairing: Pairing = {
      available: options.endpoints.relay !== undefined,
      link: yield* SubscriptionRef.make<PairingLink | null>(null),
      app: yield* SubscriptionRef.make<ChosenApp | null>(null),
      choose: () => Effect.void,
    }
    const connectors = yield* makeConnectors({
      options,
      platform,
      memory,
      directory: outside.directory,
      onScreen: () => SubscriptionRef.getUnsafe(router.state).open,
      warn,
    })
    const connection: Connection = yield* makeConnection({
      namespaces,
      board,
      memory,
      connectors,
      networks,
      router,
      toasts,
      emit,
    })
    const room = yield* makeAccount({
      board,
      networks: networks.networks,
      connectors,
      rpcOf: outside.rpcOf,
      balances: outside.balances,
      profileOf: outside.profileOf,
      wake: Effect.suspend(() =>
        [ledgerKey, chosenKey].some(memory.holds) ? Effect.asVoid(Effect.exit(flows)) : Effect.void,
      ),
    })
    account = room
    const flows: Engine["flows"] = Effect.flatMap(outside.clients, ({ flowsOver }) =>
      flowsOver({
        options,
        memory,
        storage,
        board,
        account: room.account,
        networks: networks.networks,
        connectors,
        router,
        toasts,
        changed,
        emit,
        warn,
      }),
    )

    return {
      options,
      optionsErrors: errors,
      connectors: {
        all: connectors.all,
        rows: connectors.rows,
        discovery: connectors.discovery,
        retry: connectors.retry,
        count: connectors.count,
        ...makePick({
          all: connectors.all,
          rows: connectors.rows,
          connection,
          router,
          toasts,
          emit,
        }),
      },
      connection,
      pairing,
      wallets: Effect.fail(new EngineError({ reason: { _tag: "Unknown", detail: "" } })),
      networks: networks.networks,
      account: room.account,
      flows,
      router,
      toasts,
      alerts,
      theme: yield* SubscriptionRef.make(options.theme),
      events: Stream.fromPubSub(published),
      attempts: outside.attempts,
      ready: Effect.andThen(connectors.discovered, connection.settled),
    }
  })
