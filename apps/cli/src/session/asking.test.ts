import { expect, it } from "@effect/vitest"
import { ConnectorError, type ConnectorReason } from "@wmodal/chains"
import { type LedgerEntry, SendError } from "@wmodal/core/flows"
import { Effect, Fiber, SubscriptionRef } from "effect"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import { CliError } from "../failure/CliError.ts"
import type { Failure } from "../failure/exitOf.ts"
import { entryOf, etherReview } from "../testing/payments.ts"
import { askingFrame, askingHere, askingPhone } from "./asking.ts"

const refusal = (reason: ConnectorReason) => new ConnectorError({ connectorId: "walletConnect", reason })
const offline = refusal({ _tag: "Offline" })
const sending = (error: ConnectorError) => new SendError({ reason: { _tag: "Wallet", error } })

const phone = (over: Effect.Effect<void>) => {
  let forgotten = 0
  const named: string[] = []
  const asking = askingPhone(
    {
      onPhone: (wallet, work) => {
        named.push(wallet)
        return work
      },
    },
    "Rainbow",
    {
      over,
      forget: Effect.sync(() => {
        forgotten += 1
      }),
      relay: "wss://relay.example/?x=1",
    },
  )
  const failing = (error: Failure) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(Effect.flip(asking.during("Sending", Effect.fail(error))))
      yield* TestClock.adjust("1 second")
      return yield* Fiber.join(fiber)
    })
  return { asking, failing, named, forgotten: () => forgotten }
}

const frame = (over: Effect.Effect<void>, isSignedIn: boolean) => {
  let forgotten = 0
  const asking = askingFrame("vera@example.com", {
    over,
    forget: Effect.sync(() => {
      forgotten += 1
    }),
    frame: {
      blamed: (error) =>
        error._tag === "ConnectorError" && error.reason._tag === "Offline"
          ? new CliError({ reason: { _tag: "NoSite", host: "site.example" } })
          : error,
      file: { isSignedIn: () => isSignedIn },
      withdraw: Effect.void,
    },
  })
  const failing = (error: Failure) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(Effect.flip(asking.during("Sending", Effect.fail(error))))
      yield* TestClock.adjust("1 second")
      return yield* Fiber.join(fiber)
    })
  return { failing, forgotten: () => forgotten }
}

describe("what asks the embedded wallet", () => {
  const locked = refusal({ _tag: "Locked" })

  it.effect("says that the session is over where the site has ended it, and forgets it", () =>
    Effect.gen(function* () {
      const { failing, forgotten } = frame(Effect.void, false)
      expect(yield* failing(locked)).toMatchObject({ reason: { _tag: "SessionEnded", by: "frame" } })
      expect(forgotten()).toBe(1)
    }),
  )

  it.effect(
    "forgets nothing of a frame that is silent, a site that is away, and a person who has said no",
    () =>
      Effect.gen(function* () {
        const silent = frame(Effect.void, true)
        expect(yield* silent.failing(locked)).toBe(locked)
        expect(yield* silent.failing(offline)).toMatchObject({ reason: { _tag: "NoSite" } })
        const ended = frame(Effect.void, false)
        const declined = refusal({ _tag: "Declined" })
        expect(yield* ended.failing(sending(declined))).toMatchObject({ reason: { error: declined } })
        expect(silent.forgotten() + ended.forgotten()).toBe(0)
      }),
  )
})

describe("what asks a phone", () => {
  it.effect("names it, and gives what it answers", () =>
    Effect.gen(function* () {
      const { asking, named } = phone(Effect.never)
      expect(yield* asking.during("Sending", Effect.succeed("0x1"))).toBe("0x1")
      expect(named).toEqual(["Rainbow"])
    }),
  )

  it.effect("says that the session is over where it is, and forgets it", () =>
    Effect.gen(function* () {
      for (const error of [offline, refusal({ _tag: "Locked" }), sending(offline)]) {
        const { failing, forgotten } = phone(Effect.void)
        expect(yield* failing(error)).toMatchObject({ reason: { _tag: "SessionEnded", wallet: "Rainbow" } })
        expect(forgotten()).toBe(1)
      }
    }),
  )

  it.effect("says what the phone has said, and what may have left, whatever came after it", () =>
    Effect.gen(function* () {
      const declined = refusal({ _tag: "Declined" })
      const twin = new SendError({ reason: { _tag: "Twin", entry: "entry-1" } })
      for (const error of [declined, sending(declined), twin]) {
        const { failing, forgotten } = phone(Effect.void)
        expect(yield* failing(error)).toBe(error)
        expect(forgotten()).toBe(0)
      }
    }),
  )

  it.effect("names the relay that takes nothing", () =>
    Effect.gen(function* () {
      const { failing } = phone(Effect.never)
      expect(yield* failing(offline)).toMatchObject({ reason: { _tag: "NoRelay", host: "relay.example" } })
    }),
  )

  it.effect("knows what stands there when nobody waits for it any more", () =>
    Effect.gen(function* () {
      const asked: LedgerEntry = {
        ...entryOf(etherReview(), { _tag: "Asked" }),
        connectorId: "walletConnect",
        mine: true,
      }
      const standing = (entry: LedgerEntry) =>
        Effect.map(SubscriptionRef.make<readonly LedgerEntry[]>([entry]), (entries) =>
          phone(Effect.never).asking.standing({ entries }),
        )
      expect(yield* standing(asked)).toBe(asked)
      for (const other of [
        { ...asked, mine: false },
        { ...asked, connectorId: "dev" },
        { ...asked, transaction: null },
        { ...asked, state: { _tag: "Declined" as const } },
      ]) {
        expect(yield* standing(other)).toBeNull()
      }
      const here = askingHere({ during: (_text, work) => work })
      expect(
        here.standing({ entries: yield* SubscriptionRef.make<readonly LedgerEntry[]>([asked]) }),
      ).toBeNull()
    }),
  )
})
