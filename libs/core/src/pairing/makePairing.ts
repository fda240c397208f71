import type {
  LinkedApp,
  makeWalletConnect,
  PairingLink,
  WalletConnect,
  WalletConnectClient,
} from "@wmodal/chains/walletconnect"
import { lazy, type Network, type Rpc, SubscriptionRef } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import type { NetworkLog } from "../clients/networkLog.ts"
import type { ConnectionStore } from "../connection/ConnectionStore.ts"
import { loadPart } from "../effects/loadPart.ts"
import type { Alerts } from "../notices/Alerts.ts"
import type { Options } from "../options/Options.ts"
import type { Platform } from "../Platform.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { OneStep } from "../siwx/OneStep.ts"
import type { PersistedState } from "../storage/PersistedState.ts"
import type { Pairing } from "./Pairing.ts"

export interface PairingDeps {
  readonly options: Options
  readonly platform: Pick<Platform["Service"], "device" | "walletConnectStorage">
  readonly memory: PersistedState
  readonly board: ConnectionStore
  readonly alerts: Alerts
  readonly rpcOf: (network: Network) => Effect.Effect<Rpc, EngineError>
  readonly networkLog: Pick<NetworkLog, "add">
  readonly oneStep: OneStep
  /** Returns the network that the app prefers for a sign-in. */
  readonly signInNetwork: () => Network | null
  readonly warn: (text: string) => void
  /** Returns true when the user may be about to pick a remote wallet. */
  readonly isWanted: () => boolean
  /** Replaces the loaded client. */
  readonly make?: typeof makeWalletConnect | undefined
}

/** The loaded client for remote wallets. */
export interface OpenPairing extends Pick<WalletConnect, "connectors" | "prepare"> {
  readonly choose: (app: LinkedApp | null) => Effect.Effect<void>
}

/** The pairing as the rest of the engine uses it. */
export interface PairingInternal {
  readonly pairing: Pairing
  /** Loaded once, on first use. */
  readonly opened: Effect.Effect<OpenPairing, EngineError>
  /** Makes the link in advance where an app can be opened only inside a tap, if one may be needed. */
  readonly prepare: Effect.Effect<void>
}

export const makePairing = (deps: PairingDeps) =>
  Effect.gen(function* () {
    const {
      endpoints: { relay },
      walletConnect: client,
    } = deps.options
    const { tapOnly } = deps.platform.device
    const scope = yield* Effect.scope
    const context = yield* Effect.context<Scope.Scope>()
    const link = yield* SubscriptionRef.make<PairingLink | null>(null)
    const app = yield* SubscriptionRef.make<LinkedApp | null>(null)
    const preparing = yield* SubscriptionRef.make(false)

    const load = async (relay: string, client: WalletConnectClient) => {
      const { openPairing } = await import("./openPairing.ts")
      return Effect.runPromiseWith(context)(openPairing({ ...deps, relay, client, link, app, prepare }))
    }
    const opened: PairingInternal["opened"] =
      relay === undefined || client === null
        ? Effect.fail(new EngineError({ reason: { _tag: "WalletConnectNotFound" } }))
        : loadPart(lazy(() => load(relay, client)))

    const early = relay !== undefined && tapOnly
    const making = opened.pipe(
      Effect.flatMap(({ prepare }) => prepare),
      // Picking a wallet reports the reason for a missing link.
      Effect.catch(() => Effect.void),
      Effect.ensuring(SubscriptionRef.set(preparing, false)),
    )
    const prepare: PairingInternal["prepare"] = Effect.suspend(() =>
      !early ||
      !deps.isWanted() ||
      SubscriptionRef.getUnsafe(preparing) ||
      SubscriptionRef.getUnsafe(link) !== null
        ? Effect.void
        : Effect.andThen(SubscriptionRef.set(preparing, true), Effect.asVoid(Effect.forkIn(making, scope))),
    )
    const room: PairingInternal = {
      pairing: {
        available: relay !== undefined,
        link,
        preparing,
        app,
        choose: (chosen) =>
          opened.pipe(
            Effect.flatMap(({ choose }) => choose(chosen)),
            Effect.catch(() => Effect.void),
          ),
      },
      opened,
      prepare,
    }
    return room
  })
