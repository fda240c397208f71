import { expect, it } from "@effect/vitest"
import { ConnectorError, type ConnectorReason } from "@wmodal/chains"
import { type LedgerEntry, SendError } from "@wmodal/core/flows"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import { CliError } from "../failure/CliError.ts"
import type { Failure } from "../failure/exitName.ts"
import { makeEntry, makeEtherReview } from "../testing/payments.ts"
import { frameApproval, localApproval, phoneApproval } from "./approvalChannel.ts"

const makeRefusal = (reason: ConnectorReason) => new ConnectorError({ connectorId: "walletConnect", reason })
const offline = makeRefusal({ _tag: "Offline" })
const makeSendError = (error: ConnectorError) => new SendError({ reason: { _tag: "Wallet", error } })

const runPhone = (over: Effect.Effect<void>) => {
  let forgotten = 0
  const named: string[] = []
  const asking = phoneApproval(
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

const runFrame = (over: Effect.Effect<void>, isSignedIn: boolean) => {
  let forgotten = 0
  const asking = frameApproval("vera@example.com", {
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

describe("frameApproval", () => {
  const locked = makeRefusal({ _tag: "Locked" })

  it.effect("fails with SessionEnded and forgets the session when the secure site has ended it", () =>
    Effect.gen(function* () {
      const { failing, forgotten } = runFrame(Effect.void, false)
      expect(yield* failing(locked)).toMatchObject({ reason: { _tag: "SessionEnded", by: "frame" } })
      expect(forgotten()).toBe(1)
    }),
  )

  it.effect("keeps the session when the frame is silent, the site is unreachable or the user declines", () =>
    Effect.gen(function* () {
      const silent = runFrame(Effect.void, true)
      expect(yield* silent.failing(locked)).toBe(locked)
      expect(yield* silent.failing(offline)).toMatchObject({ reason: { _tag: "NoSite" } })
      const ended = runFrame(Effect.void, false)
      const declined = makeRefusal({ _tag: "Declined" })
      expect(yield* ended.failing(makeSendError(declined))).toMatchObject({ reason: { error: declined } })
      expect(silent.forgotten() + ended.forgotten()).toBe(0)
    }),
  )
})

describe("phoneApproval", () => {
  it.effect("shows the wallet's name and returns its response", () =>
    Effect.gen(function* () {
      const { asking, named } = runPhone(Effect.never)
      expect(yield* asking.during("Sending", Effect.succeed("0x1"))).toBe("0x1")
      expect(named).toEqual(["Rainbow"])
    }),
  )

  it.effect("fails with SessionEnded and forgets the session when the phone has ended it", () =>
    Effect.gen(function* () {
      for (const error of [offline, makeRefusal({ _tag: "Locked" }), makeSendError(offline)]) {
        const { failing, forgotten } = runPhone(Effect.void)
        expect(yield* failing(error)).toMatchObject({ reason: { _tag: "SessionEnded", wallet: "Rainbow" } })
        expect(forgotten()).toBe(1)
      }
    }),
  )

  it.effect("keeps a decline and a duplicate error when the session ends afterwards", () =>
    Effect.gen(function* () {
      const declined = makeRefusal({ _tag: "Declined" })
      const twin = new SendError({ reason: { _tag: "Duplicate", entry: "entry-1" } })
      for (const error of [declined, makeSendError(declined), twin]) {
        const { failing, forgotten } = runPhone(Effect.void)
        expect(yield* failing(error)).toBe(error)
        expect(forgotten()).toBe(0)
      }
    }),
  )

  it.effect("fails with NoRelay when the relay is unreachable", () =>
    Effect.gen(function* () {
      const { failing } = runPhone(Effect.never)
      expect(yield* failing(offline)).toMatchObject({ reason: { _tag: "NoRelay", host: "relay.example" } })
    }),
  )

  it.effect(
    "returns the pending payment or batch of this process for a phone and null for a local wallet",
    () =>
      Effect.gen(function* () {
        const asked: LedgerEntry = {
          ...makeEntry(makeEtherReview(), { _tag: "Asked" }),
          connectorId: "walletConnect",
          mine: true,
        }
        const standing = (entry: LedgerEntry) =>
          Effect.map(SubscriptionRef.make<readonly LedgerEntry[]>([entry]), (entries) =>
            runPhone(Effect.never).asking.findPendingEntry({ entries }),
          )
        const batch: LedgerEntry = { ...asked, transaction: null, batch: `0x${"ab".repeat(32)}` }
        for (const one of [asked, batch]) expect(yield* standing(one)).toBe(one)
        for (const other of [
          { ...asked, mine: false },
          { ...asked, connectorId: "dev" },
          { ...asked, transaction: null },
          { ...asked, state: { _tag: "Declined" as const } },
        ]) {
          expect(yield* standing(other)).toBeNull()
        }
        const here = localApproval({ during: (_text, work) => work })
        expect(
          here.findPendingEntry({ entries: yield* SubscriptionRef.make<readonly LedgerEntry[]>([asked]) }),
        ).toBeNull()
      }),
  )
})
