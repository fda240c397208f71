import { EngineError, type View } from "@wmodal/core"
import type { Flows, LedgerEntry, Names, Onramp } from "@wmodal/core/flows"
import { hasKey, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { SendRequest, SwapRequest, WModalResult } from "../page/HostMethods.ts"
import type { BuyRequest } from "../page/HostValues.ts"
import type { HostDeps } from "./HostDeps.ts"
import { changesOf, until } from "./until.ts"

type Proposed = WModalResult<string | null>

const fail = (tag: string, text: string) => ({ ok: false, error: { tag, text } }) as const

const left = fail("declined", "The user has left it. Nothing was sent.")

const unknownToken = (token: string) =>
  fail("tokenNotFound", `No token of this network is ${JSON.stringify(token)}. Pass its contract's address.`)

/** Returns whether the view, or one on top of it, is shown. */
const isShown = ({ engine }: HostDeps, view: View["_tag"]) => {
  const { open, history } = SubscriptionRef.getUnsafe(engine.router.state)
  return open && history.some(({ _tag }) => _tag === view)
}

/** Waits for what became of a recorded request: its hash, or `null` for an outcome that is not known. */
const awaitHash = ({ ledger }: Flows, id: LedgerEntry["id"]) =>
  until([changesOf(ledger.entries)], (): Proposed | undefined => {
    const state = SubscriptionRef.getUnsafe(ledger.entries).find((entry) => entry.id === id)?.state
    if (state === undefined || state._tag === "Lost") return { ok: true, value: null }
    if (hasKey(state, "hash") && typeof state.hash === "string") return { ok: true, value: state.hash }
    if (state._tag === "Declined" || state._tag === "NotSent") return left
    return state._tag === "Asked" || state._tag === "Taken" ? undefined : { ok: true, value: null }
  })

const needAccount = ({ engine }: HostDeps) =>
  Effect.suspend(() =>
    SubscriptionRef.getUnsafe(engine.account.state) === null
      ? Effect.fail(new EngineError({ reason: { _tag: "NotConnected" } }))
      : engine.flows,
  )

/**
 * Opens a payment with what the page has given. Once it can be reviewed, its review is shown; nothing is requested from
 * the wallet before the user has confirmed that.
 */
export const proposePayment = (deps: HostDeps, { to, amount, token }: SendRequest) =>
  Effect.gen(function* () {
    const { engine } = deps
    const flows = yield* needAccount(deps)
    const { holdings, send } = flows
    yield* holdings.refresh
    const holding =
      token === undefined ? null : yield* Effect.catch(holdings.find(token), () => Effect.succeed(null))
    if (token !== undefined && holding === null) return unknownToken(token)
    yield* send.begin(holding ?? undefined)
    yield* send.typeRecipient(to)
    if (amount !== undefined) yield* send.typeAmount(amount)
    deps.attach()
    yield* engine.router.open({ _tag: "WalletSend" })
    let isReviewed = amount === undefined
    const entry = yield* until(
      [changesOf(send.state), changesOf(engine.router.state)],
      (): LedgerEntry["id"] | null | undefined => {
        const state = SubscriptionRef.getUnsafe(send.state)
        if (state._tag === "Left") return state.entry
        if (!isShown(deps, "WalletSend")) return null
        if (!isReviewed && state._tag === "Editing" && state.ready) {
          isReviewed = true
          deps.run(send.review)
        }
        return undefined
      },
    )
    return entry === null ? left : yield* awaitHash(flows, entry)
  })

/** Opens a swap with what the page has given. The user asks for its review. */
export const proposeSwap = (deps: HostDeps, { source, destination, amount }: SwapRequest) =>
  Effect.gen(function* () {
    const { engine } = deps
    const flows = yield* needAccount(deps)
    const { swap } = flows
    yield* swap.begin
    deps.attach()
    yield* engine.router.open({ _tag: "Swap" })
    const sources = [changesOf(swap.state), changesOf(engine.router.state)]
    const begun = yield* until(sources, () => {
      const { _tag } = SubscriptionRef.getUnsafe(swap.state)
      return _tag !== "Initializing" || !isShown(deps, "Swap") ? _tag : undefined
    })
    if (begun === "Unsupported") return fail("unsupported", "This network has no swaps.")
    for (const [text, choose] of [
      [source, swap.chooseSource],
      [destination, swap.chooseDestination],
    ] as const) {
      if (text === undefined) continue
      const token = yield* Effect.catch(swap.find(text), () => Effect.succeed(null))
      if (token === null) return unknownToken(text)
      yield* choose(token)
    }
    if (amount !== undefined) yield* swap.typeAmount(amount)
    const entry = yield* until(sources, (): LedgerEntry["id"] | null | undefined => {
      const state = SubscriptionRef.getUnsafe(swap.state)
      if (state._tag === "Left") return state.progress.swap ?? state.progress.approval
      return isShown(deps, "Swap") ? undefined : null
    })
    return entry === null ? left : yield* awaitHash(flows, entry)
  })

/** Opens a purchase, filled in as far as the page has given it, and waits for its outcome. */
export const proposePurchase = (deps: HostDeps, onramp: Onramp, request: BuyRequest) =>
  Effect.gen(function* () {
    const { engine } = deps
    yield* needAccount(deps)
    const unknown = yield* onramp.propose(request)
    if (unknown === "token") return unknownToken(request.token ?? "")
    if (unknown === "currency")
      return fail("currencyNotFound", `Nothing is sold for ${JSON.stringify(request.currency)}.`)
    const begun = SubscriptionRef.getUnsafe(onramp.state)
    if (begun._tag === "Failed") return fail("notRead", "No server said what is sold. Try again.")
    if (begun._tag !== "Choosing") return fail("notOffered", "Nothing is sold on this network.")
    deps.attach()
    yield* engine.router.open({ _tag: "OnRampProviders" })
    return yield* until(
      [changesOf(onramp.state), changesOf(engine.router.state)],
      (): Proposed | undefined => {
        const state = SubscriptionRef.getUnsafe(onramp.state)
        const { _tag: progress, ...rest } =
          state._tag === "Visiting" ? state.progress : { _tag: "Ready" as const }
        switch (progress) {
          case "Arrived":
            return { ok: true, value: hasKey(rest, "bought") ? rest.bought : null }
          case "Failed":
            return fail("failed", "The provider reports that the purchase failed.")
          case "Late":
            return { ok: true, value: null }
          case "Waiting":
          case "Paid":
            return undefined
          case "Ready":
            return isShown(deps, "OnRampProviders") ? undefined : left
        }
      },
    )
  })

/** Opens the review of a name's registration, and waits for its outcome. */
export const proposeName = (deps: HostDeps, names: Names, name: string) =>
  Effect.gen(function* () {
    const { engine } = deps
    yield* needAccount(deps)
    // A name that cannot be registered opens no view.
    yield* names.prepare(name)
    yield* names.reset
    if (SubscriptionRef.getUnsafe(names.state)._tag === "Registering")
      return fail("busy", "Another name is being registered. Wait until that has ended.")
    yield* names.review(name)
    deps.attach()
    yield* engine.router.open({ _tag: "RegisterAccountName" })
    return yield* until(
      [changesOf(names.state), changesOf(engine.router.state)],
      (): WModalResult<string> | undefined => {
        const state = SubscriptionRef.getUnsafe(names.state)
        if (state._tag === "Registered") return { ok: true, value: state.name }
        // What is signed goes on without its view.
        return isShown(deps, "RegisterAccountName") || state._tag === "Registering" ? undefined : left
      },
    )
  })
