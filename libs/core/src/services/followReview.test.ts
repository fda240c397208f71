import { describe, expect, it } from "@effect/vitest"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { AccountState } from "../account/Account.ts"
import { makeRouter } from "../router/makeRouter.ts"
import type { View } from "../router/View.ts"
import { settle } from "../testing/openSignInPage.ts"
import { type FlowPlace, followReview } from "./followReview.ts"

/** A flow whose states say where they belong. */
interface State {
  readonly _tag: "Scripted"
  readonly place: FlowPlace
  readonly preparing?: boolean
  /** The form shows the review of this state without a request. */
  readonly isOpen?: boolean
}
const form: State = { _tag: "Scripted", place: { _tag: "Form" }, preparing: false }
const preparing: State = { ...form, preparing: true }
const preview: State = { _tag: "Scripted", place: { _tag: "Preview" } }
const open: State = { ...preview, isOpen: true }
const receipt: State = { _tag: "Scripted", place: { _tag: "Receipt", entry: "entry-1" } }

const connected: AccountState = {
  caipAddress: "eip155:1:0x1",
  address: "0x1",
  network: "eip155:1",
  balance: { _tag: "Loading" },
  profileName: null,
  profileImage: null,
  explorerUrl: null,
}

const start = ({
  isEnabled = true,
  account = connected,
}: {
  isEnabled?: boolean
  account?: AccountState | null
} = {}) =>
  Effect.gen(function* () {
    const { router } = yield* makeRouter({
      connected: () => true,
      hasChains: true,
      mobile: false,
      unsupported: () => false,
      embedded: () => false,
      mustSignIn: () => false,
    })
    const state = yield* SubscriptionRef.make<State>(form)
    const holder = yield* SubscriptionRef.make<AccountState | null>(account)
    let [visits, backs] = [0, 0]
    const awaiting = yield* followReview(
      { router, account: { state: holder } },
      {
        state,
        form: "WalletSend",
        preview: "WalletSendPreview",
        isEnabled: () => isEnabled,
        getPlace: ({ place }) => place,
        onFormShown: Effect.sync(() => {
          visits++
        }),
        onForm: ({ place, isOpen = false }, { awaited, cameBack }, review) => {
          if (place._tag !== "Preview") return Effect.void
          if (awaited || (isOpen && !cameBack)) return review
          backs++
          return SubscriptionRef.set(state, form)
        },
      },
    )
    const set = (next: State) => Effect.andThen(SubscriptionRef.set(state, next), settle)
    const show = (...views: readonly View[]) =>
      Effect.andThen(
        Effect.forEach(views, (view, index) => (index === 0 ? router.open(view) : router.push(view))),
        settle,
      )
    const shown = () => SubscriptionRef.getUnsafe(router.state).history.map(({ _tag }) => _tag)
    return { awaiting, holder, router, set, show, shown, state, counts: () => ({ visits, backs }) }
  })

describe("followReview", () => {
  it.effect("shows a requested review when it is ready, and its form when it is edited", () =>
    Effect.gen(function* () {
      const { awaiting, set, show, shown, counts } = yield* start()
      yield* show({ _tag: "Account" }, { _tag: "WalletSend" })
      yield* awaiting(set(preparing))
      expect(shown()).toEqual(["Account", "WalletSend"])
      yield* set(preview)
      expect(shown()).toEqual(["Account", "WalletSend", "WalletSendPreview"])
      yield* set(form)
      expect(shown()).toEqual(["Account", "WalletSend"])
      expect(counts()).toEqual({ visits: 2, backs: 0 })
    }),
  )

  it.effect("shows a review that was prepared at once", () =>
    Effect.gen(function* () {
      const { awaiting, show, shown, state } = yield* start()
      yield* show({ _tag: "Account" }, { _tag: "WalletSend" })
      yield* awaiting(
        Effect.forEach([form, preparing, preview], (next) => SubscriptionRef.set(state, next)),
      ).pipe(Effect.asVoid)
      yield* settle
      expect(shown()).toEqual(["Account", "WalletSend", "WalletSendPreview"])
    }),
  )

  it.effect("leaves a review that the user went back from", () =>
    Effect.gen(function* () {
      const { awaiting, router, set, show, shown, counts } = yield* start()
      yield* show({ _tag: "Account" }, { _tag: "WalletSend" })
      yield* awaiting(set(preparing))
      yield* set(preview)
      yield* Effect.andThen(router.goBack, settle)
      expect(shown()).toEqual(["Account", "WalletSend"])
      expect(counts().backs).toBe(1)
    }),
  )

  it.effect("shows a wallet request that the form finds, unless the user came back from it", () =>
    Effect.gen(function* () {
      const { router, set, show, shown } = yield* start()
      yield* set(open)
      yield* show({ _tag: "Account" }, { _tag: "WalletSend" })
      expect(shown()).toEqual(["Account", "WalletSend", "WalletSendPreview"])
      yield* Effect.andThen(router.goBack, settle)
      expect(shown()).toEqual(["Account", "WalletSend"])
    }),
  )

  it.effect("shows the receipt of a sent request on top of the account", () =>
    Effect.gen(function* () {
      const { set, show, shown } = yield* start()
      yield* set(preview)
      yield* show({ _tag: "WalletSendPreview" })
      yield* set(receipt)
      expect(shown()).toEqual(["Account", "Transaction"])
    }),
  )

  it.effect("returns to the account when the flow is done", () =>
    Effect.gen(function* () {
      const { set, show, shown } = yield* start()
      yield* set(preview)
      yield* show({ _tag: "Account" }, { _tag: "WalletSendPreview" })
      yield* set({ _tag: "Scripted", place: { _tag: "Account" } })
      expect(shown()).toEqual(["Account"])
    }),
  )

  it.effect("replaces a review without a payment by its form", () =>
    Effect.gen(function* () {
      const { show, shown } = yield* start()
      yield* show({ _tag: "WalletSendPreview" })
      expect(shown()).toEqual(["WalletSend"])
    }),
  )

  it.effect("moves nothing below another view, while the modal is closed, or if the flow is disabled", () =>
    Effect.gen(function* () {
      const { router, set, show, shown } = yield* start()
      yield* set(preview)
      yield* show({ _tag: "WalletSendPreview" }, { _tag: "ApproveTransaction" })
      yield* set(receipt)
      expect(shown()).toEqual(["WalletSendPreview", "ApproveTransaction"])
      yield* Effect.andThen(router.close, settle)
      expect(shown()).toEqual(["WalletSendPreview", "ApproveTransaction"])

      const disabled = yield* start({ isEnabled: false })
      yield* disabled.show({ _tag: "WalletSendPreview" })
      expect(disabled.shown()).toEqual(["WalletSendPreview"])
    }),
  )

  it.effect("follows a covered flow once its view is visible again", () =>
    Effect.gen(function* () {
      const { router, set, show, shown } = yield* start()
      yield* set(preview)
      yield* show({ _tag: "WalletSendPreview" }, { _tag: "ApproveTransaction" })
      yield* set(receipt)
      yield* Effect.andThen(router.goBack, settle)
      expect(shown()).toEqual(["Account", "Transaction"])
    }),
  )

  it.effect("begins with the form when an account is connected", () =>
    Effect.gen(function* () {
      const { holder, show, counts } = yield* start({ account: null })
      yield* show({ _tag: "Account" }, { _tag: "WalletSend" })
      expect(counts().visits).toBe(0)
      yield* Effect.andThen(SubscriptionRef.set(holder, connected), settle)
      expect(counts().visits).toBe(1)
    }),
  )
})
