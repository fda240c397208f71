import { describe, expect, it } from "@effect/vitest"
import type { Chain } from "@wmodal/chains"
import { announce } from "@wmodal/chains/announce"
import { bitcoin } from "@wmodal/chains/bitcoin"
import { evm } from "@wmodal/chains/evm"
import { polkadot } from "@wmodal/chains/polkadot"
import { solana } from "@wmodal/chains/solana"
import { registerWallet, type StandardWallet } from "@wmodal/chains/standard"
import {
  makeProfileFixture,
  type ProfileCell,
  type ProfileFace,
  type ProfileFixture,
  type ProfileNamespace,
  type ProfileOutcome,
  usualOutcomes,
  type WalletProfile,
  walletProfiles,
} from "@wmodal/dev-wallet/testing"
import { type Network, SubscriptionRef, toPlainAddress } from "@wmodal/protocol"
import {
  bitcoin as bitcoinMainnet,
  bitcoinTestnet,
  kusama,
  mainnet,
  optimism,
  polkadot as polkadotMainnet,
  solanaDevnet,
  solana as solanaMainnet,
} from "@wmodal/protocol/networks"
import { Effect, Exit, Scope } from "effect"
import { TestClock } from "effect/testing"
import { beforeAll } from "vitest"
import type { Engine } from "../Engine.ts"
import type { Problem } from "../problems/Problem.ts"
import { CountedPage } from "../testing/CountedPage.ts"
import { makeEngineWith, memoryStorage } from "../testing/makeEngineOver.ts"
import type { ConnectionState } from "./Connection.ts"

class ProfilePage extends CountedPage {
  readonly injectedWeb3: Record<string, unknown> = {}
  readonly location = { host: "dapp.example" }
}

const chains: Readonly<Record<ProfileNamespace, () => Chain>> = {
  eip155: evm,
  solana,
  bip122: bitcoin,
  polkadot,
}

const networks: Readonly<Record<ProfileNamespace, readonly [Network, Network]>> = {
  eip155: [mainnet, optimism],
  solana: [solanaMainnet, solanaDevnet],
  bip122: [bitcoinMainnet, bitcoinTestnet],
  polkadot: [polkadotMainnet, kusama],
}

const rdns = "dev.wmodal.profile"

/** Puts the wallet on the page. @returns the id of its connector */
const putOn = (page: ProfilePage, face: ProfileFace): string => {
  switch (face._tag) {
    case "Provider":
      announce(page, face.provider, {
        uuid: "350670db-19fa-4704-a166-e52e178b59d2",
        name: "Profile",
        icon: "data:image/svg+xml,<svg/>",
        rdns,
      })
      return rdns
    case "Standard":
      registerWallet(page, face.wallet)
      return face.wallet.name
    case "Entry":
      page.injectedWeb3["Profile"] = face.entry
      return "Profile"
  }
}

const connectFeature = ({ features }: StandardWallet): ((input: object) => Promise<unknown>) => {
  const feature: unknown = features["bitcoin:connect"] ?? features["standard:connect"]
  const connect: unknown =
    typeof feature === "object" && feature !== null ? Reflect.get(feature, "connect") : null
  if (typeof connect !== "function") throw new Error("The wallet cannot connect.")
  return (input) => Reflect.apply(connect, feature, [input])
}

/** A request to connect that the page has sent before, as in another tab. */
const askBefore = (face: ProfileFace): void => {
  const asking =
    face._tag === "Provider"
      ? face.provider.request({ method: "eth_requestAccounts" })
      : face._tag === "Standard"
        ? connectFeature(face.wallet)({ purposes: ["payment", "ordinals"] })
        : face.entry.enable("dapp.example")
  asking.catch(() => {})
}

/** Lets promises settle; every module is loaded before. */
const settle = Effect.forEach(
  Array.from({ length: 8 }),
  () => Effect.promise(() => new Promise((resolve) => setImmediate(resolve))),
  { discard: true },
)

const pass = (duration: "11 seconds" | "61 seconds") =>
  Effect.andThen(settle, Effect.andThen(TestClock.adjust(duration), settle))

type Outcome = ProfileOutcome | `undefined: ${string}`

const toWord = ({ reason }: Problem): Outcome => {
  switch (reason._tag) {
    case "Declined":
      return "declined"
    case "RequestPending":
      return "pending"
    case "Locked":
    case "WalletLocked":
      return "locked"
    case "Unauthorized":
      return "unauthorized"
    case "Unsupported":
      return "unsupported"
    case "Offline":
      return "offline"
    case "NotInstalled":
      return "notInstalled"
    case "NoAnswer":
      return "silent"
    case "Failed":
      return "failed"
    default:
      return `undefined: ${reason._tag}`
  }
}

interface Running {
  readonly fixture: ProfileFixture
  readonly id: string
  readonly engine: Engine
  readonly state: () => ConnectionState
  readonly connect: Effect.Effect<void>
  /** Opens the page again. */
  readonly reload: Effect.Effect<Running>
}

type Act = (running: Running) => Effect.Effect<Outcome>

/** What an attempt to connect has become. */
const attemptWord = (state: ConnectionState): Outcome => {
  switch (state._tag) {
    case "Connected":
      return "done"
    case "Connecting":
      return state.slow ? "waits" : "undefined: fast"
    case "Failed":
      return toWord(state.problem)
    default:
      return `undefined: ${state._tag}`
  }
}

/** What a session has become. */
const sessionWord = (state: ConnectionState): Outcome => {
  if (state._tag === "Connected") return "stays"
  if (state._tag !== "Disconnected") return `undefined: ${state._tag}`
  return state.because === null ? "left" : "away"
}

const restoredWord = (state: ConnectionState): Outcome =>
  state._tag === "Disconnected" && state.because !== null ? toWord(state.because) : attemptWord(state)

/** Connects, and then does something. */
const afterwards =
  (act: (running: Running) => void): Act =>
  (running) =>
    Effect.gen(function* () {
      yield* running.connect
      act(running)
      yield* settle
      return sessionWord(running.state())
    })

const connecting: Act = (running) =>
  Effect.gen(function* () {
    yield* Effect.exit(running.engine.connection.connect(running.id))
    yield* pass("61 seconds")
    return attemptWord(running.state())
  })

const restored: Act = ({ reload }) =>
  Effect.gen(function* () {
    const again = yield* reload
    yield* pass("11 seconds")
    return restoredWord(again.state())
  })

const acts: Partial<Record<ProfileCell, Act>> = {
  connect: connecting,
  connectDeclined: (running) => {
    running.fixture.approver.willAnswer("decline")
    return connecting(running)
  },
  connectPending: (running) => {
    running.fixture.approver.willAnswer("wait")
    askBefore(running.fixture.face)
    return Effect.andThen(settle, connecting(running))
  },
  connectLocked: (running) => {
    running.fixture.wallet.lock()
    running.fixture.approver.willAnswer("decline")
    return connecting(running)
  },
  restore: (running) => Effect.andThen(running.connect, restored(running)),
  restoreLocked: (running) =>
    Effect.gen(function* () {
      yield* running.connect
      const restoring = restored(running)
      running.fixture.wallet.lock()
      running.fixture.approver.willAnswer("decline")
      return yield* restoring
    }),
  account: (running) =>
    Effect.gen(function* () {
      yield* running.connect
      const [, other] = running.fixture.addresses
      running.fixture.wallet.selectAccount(other)
      yield* settle
      const state = running.state()
      const isOther = state._tag === "Connected" && toPlainAddress(state.account) === other
      return isOther ? ("done" as const) : sessionWord(state)
    }),
  lock: afterwards(({ fixture }) => fixture.wallet.lock()),
  leave: afterwards(({ fixture }) => fixture.wallet.disconnect(fixture.origin)),
  gone: afterwards(({ fixture }) => fixture.remove()),
  disconnect: (running) =>
    Effect.gen(function* () {
      yield* running.connect
      const exit = yield* Effect.exit(running.engine.connection.disconnect())
      yield* settle
      return Exit.isSuccess(exit) ? sessionWord(running.state()) : "failed"
    }),
}

/** Opens a page with the wallet, does one thing, and returns how it ends. */
const play = (profile: WalletProfile, act: Act) =>
  Effect.gen(function* () {
    const { namespace } = profile
    const fixture = makeProfileFixture(profile)
    const storage = memoryStorage()
    const page = new ProfilePage()
    const id = putOn(page, fixture.face)
    const scopes: Scope.Closeable[] = []
    const open: Effect.Effect<Running> = Effect.gen(function* () {
      const scope = yield* Scope.make()
      scopes.push(scope)
      const engine = yield* Scope.provide(
        makeEngineWith(
          { chains: [chains[namespace]()], networks: networks[namespace] },
          { storage, platform: { window: page } },
        ),
        scope,
      )
      yield* settle
      const state = () =>
        SubscriptionRef.getUnsafe(engine.connection.state)[namespace] ??
        ({ _tag: "Disconnected", because: null } as const)
      return {
        fixture,
        id,
        engine,
        state,
        connect: Effect.orDie(Effect.asVoid(engine.connection.connectAndWait(id))),
        reload: Effect.suspend(() => Effect.andThen(Effect.forkDetach(Scope.close(scope, Exit.void)), open)),
      }
    })
    const outcome = yield* Effect.flatMap(open, act)
    yield* Effect.forkDetach(
      Effect.forEach(scopes, (scope) => Scope.close(scope, Exit.void), { discard: true }),
    )
    // A wallet that does not answer is given three seconds to hear of a disconnect.
    yield* pass("11 seconds")
    return outcome
  })

const isCell = (cell: string): cell is ProfileCell => cell in usualOutcomes

const cells = walletProfiles.flatMap((profile) =>
  Object.entries(acts).flatMap(([cell, act]) =>
    isCell(cell)
      ? [
          {
            name: profile.name,
            namespace: profile.namespace,
            cell,
            expected: profile.outcomes?.[cell] ?? usualOutcomes[cell],
            run: play(profile, act),
          },
        ]
      : [],
  ),
)

describe("a session with each real wallet", () => {
  const ended: Outcome[] = []

  // Loads what connecting imports: then nothing but promises and virtual time is waited for.
  beforeAll(async () => {
    const firsts = new Map(walletProfiles.toReversed().map((profile) => [profile.namespace, profile]))
    for (const profile of firsts.values())
      await Effect.runPromise(
        Effect.provide(
          play({ ...profile, quirks: {} }, ({ connect }) => Effect.as(connect, "done")),
          TestClock.layer(),
        ),
      )
  })

  it.effect.each(cells)("ends $cell of $name on $namespace with: $expected", ({ expected, run }) =>
    Effect.gen(function* () {
      const outcome = yield* run
      ended.push(outcome)
      expect(outcome).toBe(expected)
    }),
  )

  it(`leaves 0 outcomes undefined in ${cells.length} steps of a session`, () => {
    expect(ended.filter((outcome) => outcome.startsWith("undefined"))).toEqual([])
  })
})
