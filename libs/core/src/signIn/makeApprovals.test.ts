import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { formatEnglish, presentProblem } from "../problems/presentProblem.ts"
import { getAlert, openSignInPage, settle } from "../testing/openSignInPage.ts"
import { getViews } from "../testing/relayPage.ts"

/** Starts signed in, with the modal closed. */
const signedIn = Effect.gen(function* () {
  const warnings: string[] = []
  const page = yield* openSignInPage({ warnings })
  yield* page.signIn.withEmail("ann@example.com")
  page.frame.connectEmail.answer("CONNECT")
  yield* settle
  page.frame.connect.answer()
  yield* settle
  page.frame.calls.length = 0
  return { ...page, warnings, asks: page.frame.deps() }
})

describe("approvals of the embedded wallet", () => {
  it.effect("opens the modal for an approval, in the app's theme, and closes it again", () =>
    Effect.gen(function* () {
      const { asks, engine, frame } = yield* signedIn
      asks.onApproval(1)
      yield* settle
      expect(getViews(engine)).toEqual(["ApproveTransaction"])
      expect(frame.calls).toEqual(["syncTheme", "watch true"])
      asks.onApproval(2)
      yield* settle
      asks.onApproval(1)
      yield* settle
      expect(getViews(engine)).toEqual(["ApproveTransaction"])
      asks.onApproval(0)
      yield* settle
      expect(getViews(engine)).toEqual([])
      expect(frame.calls).toEqual(["syncTheme", "watch true", "watch false"])
    }),
  )

  it.effect("shows an approval above the open view, and returns to it", () =>
    Effect.gen(function* () {
      const { asks, engine, frame } = yield* signedIn
      yield* engine.router.open({ _tag: "WalletSend" })
      yield* engine.router.push({ _tag: "WalletSendPreview" })
      asks.onApproval(1)
      yield* settle
      expect(getViews(engine)).toEqual(["WalletSend", "WalletSendPreview", "ApproveTransaction"])
      asks.onApproval(0)
      yield* settle
      expect(getViews(engine)).toEqual(["WalletSend", "WalletSendPreview"])
      expect(frame.calls).not.toContain("rejectRequests")
    }),
  )

  for (const [how, leave] of [
    ["going back", "goBack"],
    ["closing", "requestClose"],
  ] as const)
    it.effect(`rejects all approvals by ${how}`, () =>
      Effect.gen(function* () {
        const { asks, engine, frame } = yield* signedIn
        yield* engine.router.open({ _tag: "Account" })
        asks.onApproval(1)
        yield* settle
        yield* engine.router[leave]
        expect(frame.calls).toEqual(["syncTheme", "watch true", "watch false", "rejectRequests"])
        asks.onApproval(0)
        yield* settle
        expect(getViews(engine)).toEqual(leave === "goBack" ? ["Account"] : [])
      }),
    )

  it.effect("shows the next approval after the user has left the first", () =>
    Effect.gen(function* () {
      const { asks, engine } = yield* signedIn
      asks.onApproval(1)
      yield* settle
      yield* engine.router.close
      asks.onApproval(2)
      yield* settle
      expect(getViews(engine)).toEqual(["ApproveTransaction"])
    }),
  )

  it.effect("reports a disallowed method after 300 ms, and rejects pending requests", () =>
    Effect.gen(function* () {
      const { asks, engine, frame, toast, warnings } = yield* signedIn
      asks.onDisallowedMethod("eth_sign")
      asks.onDisallowedMethod("eth_sign")
      yield* settle
      expect(getViews(engine)).toEqual(["Account"])
      expect(warnings.filter((text) => text === "Requested RPC call is not allowed")).toHaveLength(1)
      yield* TestClock.adjust("299 millis")
      expect(toast()).toBe(null)
      expect(frame.calls).toEqual([])
      yield* TestClock.adjust("1 millis")
      yield* settle
      expect(frame.calls).toContain("rejectRequests")
      yield* TestClock.adjust("150 millis")
      expect(toast()).toBe("problem.actionNotAllowed")
    }),
  )

  it.effect("alerts the app owner once for each kind of secure site timeout", () =>
    Effect.gen(function* () {
      const { asks, engine } = yield* signedIn
      for (const what of ["socials", "load", "csp", "coep"] as const) {
        asks.onTimeout(what)
        yield* settle
        const alert = getAlert(engine)
        expect(alert?.reason).toEqual({ _tag: "SecureSiteTimedOut", what })
        expect(alert && formatEnglish(presentProblem(alert).title)).toBe("Invalid App Configuration")
        yield* engine.alerts.dismiss
        asks.onTimeout(what)
        yield* settle
        expect(getAlert(engine)).toBe(null)
      }
    }),
  )
})
