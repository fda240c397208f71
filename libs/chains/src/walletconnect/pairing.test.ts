import { describe, expect, it } from "@effect/vitest"
import { makeScriptedPhone } from "@wmodal/dev-wallet/testing"
import { Clock, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import type { Connector, WalletSession } from "../contract/Connector.ts"
import type { PairingLink } from "./WalletConnect.ts"

const address = "0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb"
const minute = 60_000

/** A host app, and a phone whose user responds manually. */
const start = Effect.gen(function* () {
  const phone = makeScriptedPhone({ accounts: { eip155: [`eip155:1:${address}`, `eip155:10:${address}`] } })
  phone.person.willAnswer("wait")
  const links: (PairingLink | null)[] = []
  const refusals: string[] = []
  const scope = yield* Scope.make()
  yield* Effect.addFinalizer(() => Scope.close(scope, Exit.void))
  const walletConnect = yield* Scope.provide(
    phone.page({
      onLink: (link) => {
        links.push(link)
      },
      onRelayRejection: (refusal) => {
        refusals.push(refusal)
      },
    }),
    scope,
  )
  const connector: Connector | undefined = walletConnect.connectors[0]
  if (connector === undefined) throw new Error("No connector")
  const late: WalletSession[] = []
  const connect = connector.connect({
    network: null,
    onLateApproval: (session) => {
      late.push(session)
    },
  })
  /** Starts a connect and waits for the link if there is a relay. */
  const begin = Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(Effect.result(connect), { startImmediately: true })
    yield* settle
    // The code is loaded from a file with the first request.
    while (links.length === 0 && fiber.pollUnsafe() === undefined) yield* Effect.yieldNow
    return fiber
  })
  return { phone, links, refusals, walletConnect, connector, connect, begin, late, scope }
})

/** Runs all pending fibers. */
const settle = Effect.gen(function* () {
  for (let turns = 0; turns < 20; turns += 1) yield* Effect.yieldNow
})

/** Advances the clock in steps, so that due work starts in order. */
const pass = (milliseconds: number) =>
  Effect.gen(function* () {
    for (let left = milliseconds; left > 0; left -= 10_000) {
      yield* TestClock.adjust(Math.min(left, 10_000))
      yield* settle
    }
  })

const uris = (links: readonly (PairingLink | null)[]) => links.map((link) => link?.uri.slice(0, 4) ?? null)

describe("pairing link", () => {
  it.effect("expires after four minutes and is replaced 30 s before", () =>
    Effect.gen(function* () {
      const { begin, links, phone } = yield* start
      const fiber = yield* begin
      expect(links).toMatchObject([{ expiresAt: 4 * minute }])
      yield* pass(3.5 * minute - 1)
      expect(links).toHaveLength(1)
      yield* pass(1)
      expect(uris(links)).toEqual(["wc:1", "wc:2"])
      expect(links[1]?.expiresAt).toBe(7.5 * minute)
      expect(phone.proposals.map(({ dropped }) => dropped())).toEqual([false, false])
      yield* pass(0.5 * minute)
      expect(phone.proposals.map(({ dropped }) => dropped())).toEqual([true, false])
      yield* Fiber.interrupt(fiber)
    }),
  )

  for (const [which, other] of [
    [0, 1],
    [1, 0],
  ] as const)
    it.effect(`connects once when a phone approves link number ${which + 1} of two`, () =>
      Effect.gen(function* () {
        const { begin, links, phone } = yield* start
        const fiber = yield* begin
        yield* pass(3.5 * minute + 10_000)
        const topic = phone.proposals[which]?.approve()
        expect(yield* Fiber.join(fiber)).toMatchObject({
          _tag: "Success",
          success: { accounts: [`eip155:1:${address}`], wallet: { name: "Phone" } },
        })
        expect(links.at(-1)).toBe(null)
        expect(phone.proposals.map(({ dropped }) => dropped())).toEqual([which !== 0, which !== 1])
        // The slower phone's session is removed.
        const second = phone.proposals[other]?.approve()
        yield* settle
        expect(phone.sessions()).toEqual([topic])
        expect(phone.removed).toEqual([second])
      }),
    )

  it.effect("stops after five links with Expired", () =>
    Effect.gen(function* () {
      const { begin, links, phone } = yield* start
      const fiber = yield* begin
      yield* pass(18 * minute - 1)
      expect(uris(links)).toEqual(["wc:1", "wc:2", "wc:3", "wc:4", "wc:5"])
      yield* pass(1)
      expect(yield* Fiber.join(fiber)).toMatchObject({
        _tag: "Failure",
        failure: { reason: { _tag: "Expired" } },
      })
      expect(links.at(-1)).toBe(null)
      expect(phone.proposals.every(({ dropped }) => dropped())).toBe(true)
      yield* begin
      expect(uris(links).at(-1)).toBe("wc:6")
    }),
  )

  it.effect("shares one proposal between two callers", () =>
    Effect.gen(function* () {
      const { begin, phone } = yield* start
      const one = yield* begin
      const other = yield* begin
      expect(phone.proposals).toHaveLength(1)
      phone.proposals[0]?.approve()
      expect((yield* Fiber.join(one))._tag).toBe("Success")
      expect((yield* Fiber.join(other))._tag).toBe("Success")
      expect(phone.sessions()).toHaveLength(1)
    }),
  )
})

describe("pairing link on a device that sleeps", () => {
  /** Runs a test whose clock advances during sleep while its timers do not. */
  const sleepy = <A, E>(
    test: (sleeps: (milliseconds: number) => Effect.Effect<void>) => Effect.Effect<A, E, Scope.Scope>,
  ) =>
    Effect.gen(function* () {
      const awake = yield* Clock.Clock
      let slept = 0
      const now = () => awake.currentTimeMillisUnsafe() + slept
      const clock = { ...awake, currentTimeMillisUnsafe: now, currentTimeMillis: Effect.sync(now) }
      const sleeps = (milliseconds: number) =>
        Effect.andThen(
          Effect.sync(() => {
            slept += milliseconds
          }),
          pass(5_000),
        )
      return yield* Effect.provideService(test(sleeps), Clock.Clock, clock)
    })

  it.effect("renews the link when the device wakes shortly before the expiry", () =>
    sleepy((sleeps) =>
      Effect.gen(function* () {
        const { begin, links, phone } = yield* start
        const fiber = yield* begin
        yield* sleeps(3.5 * minute)
        expect(uris(links)).toEqual(["wc:1", "wc:2"])
        yield* sleeps(3.5 * minute)
        expect(uris(links)).toEqual(["wc:1", "wc:2", "wc:3"])
        yield* pass(30_000)
        expect(phone.proposals.map(({ dropped }) => dropped())).toEqual([true, true, false])
        yield* Fiber.interrupt(fiber)
      }),
    ),
  )

  it.effect("replaces the link when the device wakes after the expiry", () =>
    sleepy((sleeps) =>
      Effect.gen(function* () {
        const { begin, links, phone } = yield* start
        const fiber = yield* begin
        yield* sleeps(480 * minute)
        expect(uris(links)).toEqual(["wc:1", null, "wc:2"])
        yield* pass(30_000)
        expect(phone.proposals.map(({ dropped }) => dropped())).toEqual([true, false])
        phone.proposals[1]?.approve()
        expect((yield* Fiber.join(fiber))._tag).toBe("Success")
      }),
    ),
  )

  it.effect("connects when a phone approved the expired link during the sleep", () =>
    sleepy((sleeps) =>
      Effect.gen(function* () {
        const { begin, links, phone } = yield* start
        const fiber = yield* begin
        yield* sleeps(5 * minute)
        phone.proposals[0]?.approve()
        expect((yield* Fiber.join(fiber))._tag).toBe("Success")
        expect(uris(links)).toEqual(["wc:1", null, "wc:2", null])
        expect(phone.proposals[1]?.dropped()).toBe(true)
      }),
    ),
  )

  it.effect("fails with Offline soon after the wake-up when the relay is silent", () =>
    sleepy((sleeps) =>
      Effect.gen(function* () {
        const { begin, links, phone } = yield* start
        const fiber = yield* begin
        phone.reachable("silent")
        yield* sleeps(480 * minute)
        expect(uris(links)).toEqual(["wc:1", null])
        yield* pass(30_000)
        expect(yield* Fiber.join(fiber)).toMatchObject({ failure: { reason: { _tag: "Offline" } } })
        phone.reachable(true)
        yield* begin
        expect(uris(links).at(-1)).toBe("wc:2")
      }),
    ),
  )

  it.effect("fails with Expired when the last link expired during the sleep", () =>
    sleepy((sleeps) =>
      Effect.gen(function* () {
        const { begin, links } = yield* start
        const fiber = yield* begin
        for (let made = 1; made <= 5; made += 1) yield* sleeps(5 * minute)
        expect(yield* Fiber.join(fiber)).toMatchObject({ failure: { reason: { _tag: "Expired" } } })
        expect(uris(links)).toEqual(["wc:1", null, "wc:2", null, "wc:3", null, "wc:4", null, "wc:5", null])
      }),
    ),
  )
})

describe("prepared pairing link", () => {
  it.effect("passes to the next connect", () =>
    Effect.gen(function* () {
      const { begin, links, phone, walletConnect } = yield* start
      yield* walletConnect.prepare
      expect(uris(links)).toEqual(["wc:1"])
      yield* walletConnect.prepare
      yield* pass(3 * minute)
      const fiber = yield* begin
      expect(uris(links)).toEqual(["wc:1"])
      phone.proposals[0]?.approve()
      expect((yield* Fiber.join(fiber))._tag).toBe("Success")
    }),
  )

  it.effect("expires without a renewal when no caller waits", () =>
    Effect.gen(function* () {
      const { links, phone, walletConnect } = yield* start
      yield* walletConnect.prepare
      yield* pass(4 * minute)
      expect(uris(links)).toEqual(["wc:1", null])
      expect(phone.proposals[0]?.dropped()).toBe(true)
    }),
  )

  it.effect("renews at once for a caller in the last 30 s", () =>
    Effect.gen(function* () {
      const { begin, links, walletConnect } = yield* start
      yield* walletConnect.prepare
      yield* pass(3.5 * minute + 5_000)
      yield* begin
      expect(uris(links)).toEqual(["wc:1", "wc:2"])
    }),
  )

  it.effect("stays usable for callers with more than 10 s left", () =>
    Effect.gen(function* () {
      const { begin, phone, walletConnect } = yield* start
      yield* walletConnect.prepare
      yield* pass(4 * minute - 10_001)
      const fiber = yield* begin
      phone.proposals[0]?.approve()
      expect((yield* Fiber.join(fiber))._tag).toBe("Success")
    }),
  )

  it.effect("expires for callers with 10 s left, who get another link", () =>
    Effect.gen(function* () {
      const { begin, links, phone, walletConnect } = yield* start
      yield* walletConnect.prepare
      yield* pass(4 * minute - 10_000)
      const fiber = yield* begin
      expect(uris(links)).toEqual(["wc:1", "wc:2"])
      phone.proposals[0]?.approve()
      yield* settle
      expect(fiber.pollUnsafe()).toBeUndefined()
      yield* pass(10_000)
      expect(uris(links)).toEqual(["wc:1", "wc:2"])
      phone.proposals[1]?.approve()
      expect((yield* Fiber.join(fiber))._tag).toBe("Success")
    }),
  )

  it.effect("removes a session that was approved without a caller", () =>
    Effect.gen(function* () {
      const { late, phone, walletConnect } = yield* start
      yield* walletConnect.prepare
      phone.proposals[0]?.approve()
      yield* settle
      expect(phone.sessions()).toEqual([])
      expect(late).toEqual([])
    }),
  )
})

describe("interrupted pairing attempt", () => {
  it.effect("settles at once and keeps the link for the next caller", () =>
    Effect.gen(function* () {
      const { begin, links, phone } = yield* start
      const fiber = yield* begin
      yield* Fiber.interrupt(fiber)
      const again = yield* begin
      expect(uris(links)).toEqual(["wc:1"])
      phone.proposals[0]?.approve()
      expect((yield* Fiber.join(again))._tag).toBe("Success")
    }),
  )

  it.effect("reports a late approval, which is adopted on request", () =>
    Effect.gen(function* () {
      const { begin, connector, late, phone } = yield* start
      yield* Fiber.interrupt(yield* begin)
      const topic = phone.proposals[0]?.approve()
      while (late.length === 0) yield* Effect.yieldNow
      expect(late).toMatchObject([{ accounts: [`eip155:1:${address}`], wallet: { name: "Phone" } }])
      expect(phone.sessions()).toEqual([topic])
      expect(late[0]?.acceptLateSession?.(true)).toBe(true)
      expect(yield* connector.restore).toMatchObject({ accounts: [`eip155:1:${address}`] })
    }),
  )

  it.effect("removes a late approval that is rejected", () =>
    Effect.gen(function* () {
      const { begin, connector, late, phone } = yield* start
      yield* Fiber.interrupt(yield* begin)
      const topic = phone.proposals[0]?.approve()
      while (late.length === 0) yield* Effect.yieldNow
      late[0]?.acceptLateSession?.(false)
      expect(phone.removed).toEqual([topic])
      expect((yield* Effect.flip(connector.restore)).reason._tag).toBe("Locked")
    }),
  )

  it.effect("tells when the phone ends a late approval, and of nothing else", () =>
    Effect.gen(function* () {
      const { begin, late, phone } = yield* start
      yield* Fiber.interrupt(yield* begin)
      phone.proposals[0]?.approve()
      while (late.length === 0) yield* Effect.yieldNow
      const ended = yield* Effect.forkChild(late[0]?.lateSessionEnd ?? Effect.void)
      yield* settle
      phone.say("eip155:1", "chainChanged", 10)
      yield* settle
      expect(ended.pollUnsafe()).toBeUndefined()
      phone.leave()
      yield* Fiber.join(ended)
    }),
  )

  it.effect("adopts no late approval that the phone has ended", () =>
    Effect.gen(function* () {
      const { begin, connector, late, phone } = yield* start
      yield* Fiber.interrupt(yield* begin)
      phone.proposals[0]?.approve()
      while (late.length === 0) yield* Effect.yieldNow
      phone.leave()
      expect(late[0]?.acceptLateSession?.(true)).toBe(false)
      expect((yield* Effect.flip(connector.restore)).reason._tag).toBe("Locked")
    }),
  )

  it.effect("restores no late approval without a decision", () =>
    Effect.gen(function* () {
      const { begin, connector, phone } = yield* start
      phone.person.willAnswer("approve")
      yield* begin
      yield* connector.disconnect
      phone.person.willAnswer("wait")
      yield* Fiber.interrupt(yield* begin)
      phone.proposals[1]?.approve()
      yield* settle
      expect((yield* Effect.flip(connector.restore)).reason._tag).toBe("Locked")
    }),
  )

  it.effect("ignores approvals after the scope closed", () =>
    Effect.gen(function* () {
      const { begin, late, links, phone, scope } = yield* start
      const fiber = yield* begin
      yield* Fiber.interrupt(fiber)
      yield* Scope.close(scope, Exit.void)
      phone.proposals[0]?.approve()
      yield* pass(5 * minute)
      expect(late).toEqual([])
      expect(phone.clients()).toBe(0)
      expect(uris(links)).toEqual(["wc:1", null])
    }),
  )
})

describe("failed pairing attempt", () => {
  it.effect.each([
    [5000, "Declined"],
    [5001, "Declined"],
    [5002, "Declined"],
    [5003, "Declined"],
    [4001, "Declined"],
    [5101, "Unsupported"],
    [7000, "Failed"],
  ] as const)("converts the wallet's error code %i to a reason", ([code, tag]) =>
    Effect.gen(function* () {
      const { begin, links, phone } = yield* start
      const fiber = yield* begin
      phone.proposals[0]?.refuse({ code, message: "No." })
      expect(yield* Fiber.join(fiber)).toMatchObject({ _tag: "Failure", failure: { reason: { _tag: tag } } })
      expect(links.at(-1)).toBe(null)
    }),
  )

  it.effect("fails with Offline while the relay is unreachable and connects later", () =>
    Effect.gen(function* () {
      const { begin, links, phone } = yield* start
      phone.reachable(false)
      expect(yield* Fiber.join(yield* begin)).toMatchObject({ failure: { reason: { _tag: "Offline" } } })
      phone.reachable(true)
      yield* begin
      expect(uris(links).at(-1)).toBe("wc:1")
    }),
  )

  it.effect("fails with Offline when the relay is unreachable for a renewal", () =>
    Effect.gen(function* () {
      const { begin, links, phone } = yield* start
      const fiber = yield* begin
      phone.reachable(false)
      yield* pass(3.5 * minute)
      expect(yield* Fiber.join(fiber)).toMatchObject({ failure: { reason: { _tag: "Offline" } } })
      expect(links.at(-1)).toBe(null)
    }),
  )

  it.effect.each([
    ["Unauthorized: origin not allowed", { _tag: "Refused", refusal: "origin" }, ["origin"]],
    ["Unauthorized: invalid key", { _tag: "Refused", refusal: "projectId" }, ["projectId"]],
    ["JWT validation error: JWT Token is not yet valid", { _tag: "Refused", refusal: "time" }, ["time"]],
    ["JWT validation error: JWT Token is expired", { _tag: "Refused", refusal: "time" }, ["time"]],
    ["Going away", { _tag: "Offline" }, []],
  ] as const)("reports why the relay rejects the host app: %s", ([text, reason, told]) =>
    Effect.gen(function* () {
      const { begin, phone, refusals } = yield* start
      const fiber = yield* begin
      phone.tell({
        _tag: "RelayError",
        text: `WebSocket connection closed abnormally with code: 3000 (${text})`,
      })
      phone.tell({ _tag: "RelayError", text })
      expect(yield* Fiber.join(fiber)).toMatchObject({ failure: { reason } })
      expect(refusals).toEqual(told)
    }),
  )

  it.effect("fails as Malformed when the settlement is invalid", () =>
    Effect.gen(function* () {
      const { begin, phone } = yield* start
      const fiber = yield* begin
      phone.tell({ _tag: "InvalidSettlement" })
      expect(yield* Fiber.join(fiber)).toMatchObject({ failure: { reason: { _tag: "Malformed" } } })
    }),
  )
})
