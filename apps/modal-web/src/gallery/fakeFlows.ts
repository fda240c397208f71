import { EngineError, type Flows } from "@wmodal/core"
import {
  type AccountEntry,
  type ActivityState,
  type CollectiblesState,
  type FeeBump,
  type Funding,
  type HoldingsState,
  type LedgerEntry,
  NameError,
  type NamesState,
  type OnrampState,
  type OwnedNamesState,
  type OwnNetworkState,
  type ReceiveState,
  type Recipient,
  type RequestQueueState,
  type RevocationState,
  SendError,
  type SendState,
  SessionError,
  type SessionsState,
  SwapError,
  type SwapState,
  type SwapTokens,
} from "@wmodal/core/flows"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, Stream } from "effect"

/** The state that the account's fake flows hold. */
export interface FakeFlowsState {
  readonly entries: readonly LedgerEntry[]
  readonly accounts: readonly AccountEntry[]
  readonly holdings: HoldingsState
  readonly collectibles: CollectiblesState
  readonly activity: ActivityState
  readonly send: SendState
  readonly suggestions: readonly Recipient[]
  readonly swap?: SwapState
  readonly swapOffered?: boolean
  readonly swapTokens?: SwapTokens
  readonly requests?: RequestQueueState
  readonly receive?: ReceiveState
  readonly names?: NamesState
  readonly ownedNames?: OwnedNamesState
  readonly sessions?: SessionsState
  readonly ownNetworks?: OwnNetworkState
  readonly revocation?: RevocationState
  readonly onramp?: OnrampState
  /** The fee bump offered for a pending payment. */
  readonly raise?: FeeBump
}

const unasked = () => Effect.fail(new EngineError({ reason: { _tag: "Unknown", detail: "the gallery" } }))
const unswapped = () => Effect.fail(new SwapError({ reason: { _tag: "Changed" } }))
const unsent = () => Effect.fail(new SendError({ reason: { _tag: "Changed" } }))

const makeFakeFunding = (held: FakeFlowsState): Effect.Effect<Funding> =>
  Effect.gen(function* () {
    return {
      receive: {
        state: yield* SubscriptionRef.make<ReceiveState>(held.receive ?? { _tag: "Disconnected" }),
        chooseToken: () => Effect.void,
        typeAmount: () => Effect.void,
        watch: Effect.never,
        request: unasked,
      },
      onramp: {
        state: yield* SubscriptionRef.make<OnrampState>(held.onramp ?? { _tag: "Disconnected" }),
        begin: Effect.void,
        chooseToken: () => Effect.void,
        chooseCurrency: () => Effect.void,
        typeAmount: () => Effect.void,
        select: () => Effect.void,
        follow: Effect.void,
        leave: Effect.void,
        propose: () => Effect.succeed(null),
        explain: Effect.void,
      },
    }
  })
const unnamed = () =>
  Effect.fail(new NameError({ during: "register", name: "", reason: { _tag: "Changed" } }))
const unlisted = Effect.fail(new SessionError({ during: "list", reason: { _tag: "Unsupported" } }))
const blankName: NamesState = { _tag: "Editing", text: "", suggestions: { _tag: "None" }, error: null }

/** Creates flows with fixed state and no actions. For rendering views only. */
export const makeFakeFlows = (held: FakeFlowsState): Effect.Effect<Flows> =>
  Effect.gen(function* () {
    const nothing = Effect.void
    const entries = yield* SubscriptionRef.make(held.entries)
    const flows: Flows = {
      ledger: {
        entries,
        follow: (id) => Stream.fromIterable(held.entries.filter((entry) => entry.id === id)),
        checkAgain: () => nothing,
        forget: () => nothing,
        findDuplicate: () => null,
        watch: () => Stream.empty,
        broadcast: unasked,
      },
      accounts: { entries: yield* SubscriptionRef.make(held.accounts), select: () => nothing },
      holdings: {
        state: yield* SubscriptionRef.make(held.holdings),
        refresh: nothing,
        refetch: () => nothing,
        find: () => Effect.succeed(null),
      },
      collectibles: {
        state: yield* SubscriptionRef.make(held.collectibles),
        load: nothing,
        more: nothing,
        retry: nothing,
      },
      activity: {
        state: yield* SubscriptionRef.make(held.activity),
        load: nothing,
        more: nothing,
        retry: nothing,
      },
      recipients: {
        resolve: () => Effect.never,
        suggestions: Effect.succeed(held.suggestions),
        stops: () => Effect.succeed([]),
      },
      serverPayments: Effect.never,
      send: {
        state: yield* SubscriptionRef.make(held.send),
        begin: () => nothing,
        chooseToken: () => nothing,
        typeAmount: () => nothing,
        switchUnit: nothing,
        useMax: nothing,
        typeRecipient: () => nothing,
        readLink: () => Effect.never,
        review: nothing,
        back: nothing,
        acknowledge: () => nothing,
        confirm: nothing,
        prepare: unsent,
        submit: unsent,
        signOnly: unsent,
        canRaiseFee: ({ state }) => held.raise !== undefined && state._tag === "Sent",
        raiseFee: () => (held.raise === undefined ? unsent() : Effect.succeed(held.raise)),
        submitRaise: () => Effect.never,
      },
      approvals: {
        canRevoke: ({ state, subject }) => state._tag === "Confirmed" && subject._tag === "Approval",
        prepareRevocation: unsent,
        revoke: unsent,
      },
      swap: {
        state: yield* SubscriptionRef.make<SwapState>(held.swap ?? { _tag: "Unsupported", networks: [] }),
        tokens: yield* SubscriptionRef.make<SwapTokens>(held.swapTokens ?? { _tag: "Loading" }),
        offered: yield* SubscriptionRef.make(held.swapOffered ?? true),
        begin: nothing,
        watch: Effect.never,
        chooseSource: () => nothing,
        chooseDestination: () => nothing,
        typeAmount: () => nothing,
        useMax: nothing,
        switchSides: nothing,
        setSlippage: () => nothing,
        review: nothing,
        back: nothing,
        acknowledge: () => nothing,
        accept: () => nothing,
        confirm: nothing,
        find: () => Effect.succeed(null),
        prepare: unswapped,
        open: unswapped,
        submit: unswapped,
      },
      requests: {
        state: yield* SubscriptionRef.make<RequestQueueState>(held.requests ?? { _tag: "Empty" }),
        acknowledge: () => nothing,
        approve: nothing,
        reject: nothing,
        handle: () => Effect.never,
        explain: unasked,
      },
      funding: Effect.succeed(yield* makeFakeFunding(held)),
      signing: { signMessage: unasked, signTypedData: unasked },
      names: Effect.succeed({
        state: yield* SubscriptionRef.make<NamesState>(held.names ?? blankName),
        owned: yield* SubscriptionRef.make<OwnedNamesState>(held.ownedNames ?? { _tag: "Loaded", names: [] }),
        loadOwned: nothing,
        type: () => nothing,
        review: () => nothing,
        confirm: nothing,
        back: nothing,
        reset: nothing,
        suggest: unnamed,
        prepare: unnamed,
        register: unnamed,
        lookUp: unnamed,
      }),
      ownNetworks: Effect.succeed({
        state: yield* SubscriptionRef.make<OwnNetworkState>(
          held.ownNetworks ?? { _tag: "Editing", error: null },
        ),
        add: unasked,
        remove: unasked,
      }),
      sessions: Effect.succeed({
        state: yield* SubscriptionRef.make<SessionsState>(held.sessions ?? { _tag: "Loading" }),
        revocation: yield* SubscriptionRef.make<RevocationState>(
          held.revocation ?? { _tag: "Idle", error: null },
        ),
        load: nothing,
        end: () => nothing,
        back: nothing,
        list: unlisted,
        prepare: () => unlisted,
        revoke: () => unlisted,
      }),
    }
    return flows
  })
