import type { ApiError, NameSuggestion } from "@wmodal/api"
import { frameId } from "@wmodal/chains/frame"
import { anyEvmCoinType, Clock, isSameAddress, SubscriptionRef, sanitizeName } from "@wmodal/protocol"
import { Effect, Result, type Scope } from "effect"
import type { BlockchainApi } from "../clients/makeClients.ts"
import { ignoreFailure } from "../effects/ignoreFailure.ts"
import { reportDefects } from "../effects/reportDefects.ts"
import { runToEnd } from "../effects/runToEnd.ts"
import { makeTaskHandle } from "../effects/TaskHandle.ts"
import { makeSubmitter, type SubmitterDeps } from "../operation/makeSubmitter.ts"
import { showAsking } from "../operation/showAsking.ts"
import type { EngineError } from "../problems/EngineError.ts"
import { getNameAddress } from "../recipients/getNameAddress.ts"
import { loadNormalName } from "../recipients/loadNormalizer.ts"
import { parseRecipient } from "../recipients/parseRecipient.ts"
import { type ActiveAccount, getActiveAccount, watchActiveAccount } from "../services/ActiveAccount.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import { followView } from "../services/followView.ts"
import { loadChain } from "../services/loadChain.ts"
import {
  type FoundNames,
  NameError,
  type NameReason,
  type NameReview,
  type Names,
  type NamesState,
  type OwnedNamesState,
} from "./Names.ts"
import { makeNameKind } from "./nameKind.ts"
import { findLabelFault, formatNameMessage, nameMessageTtlMs, splitName, toFullName } from "./nameRules.ts"

export type NamesDeps = EngineServices & SubmitterDeps

/** Milliseconds without a keystroke before suggestions are fetched. */
const typingPauseMs = 300

const blank: NamesState = { _tag: "Editing", text: "", suggestions: { _tag: "None" }, error: null }

/** Creates the names of the registry for the shown account. */
export const makeNames = (deps: NamesDeps): Effect.Effect<Names, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { account, board, clients, networks, router } = deps
    const scope = yield* Effect.scope
    const step = yield* makeTaskHandle
    const typing = yield* makeTaskHandle
    const listing = yield* makeTaskHandle
    const { signOnly } = yield* makeSubmitter(deps, makeNameKind(deps))
    const state = yield* SubscriptionRef.make<NamesState>(blank)
    const owned = yield* SubscriptionRef.make<OwnedNamesState>({ _tag: "Loading" })
    const now = () => SubscriptionRef.getUnsafe(state)
    const set = (next: NamesState) => SubscriptionRef.set(state, next)

    const fail = (during: NameError["during"], name: string, reason: NameReason) =>
      Effect.fail(new NameError({ during, name, reason }))
    const failWith = (during: NameError["during"], name: string) =>
      Effect.mapError(
        (problem: ApiError | EngineError) =>
          new NameError({ during, name, reason: { _tag: "Failed", problem } }),
      )

    /** Returns the API on a network that it serves. */
    const getApi = (during: NameError["during"], name: string, { caipNetworkId }: ActiveAccount["network"]) =>
      Effect.gen(function* (): Effect.fn.Return<BlockchainApi, NameError> {
        const { api } = clients
        if (api === null || !(yield* failWith(during, name)(api.gate.supports(caipNetworkId))))
          return yield* fail(during, name, { _tag: "Unsupported" })
        return api
      })

    const isEmbedded = ({ network }: ActiveAccount) =>
      board.getConnected(network.chainNamespace)?.wallet.connectorId === frameId
    const isSmartAccount = ({ address, network }: ActiveAccount) =>
      board.getConnected(network.chainNamespace)?.details?.[address]?.type === "smartAccount"
    const toEvent = (of: ActiveAccount, ensName: string) => ({ isSmartAccount: isSmartAccount(of), ensName })

    const suggest: Names["suggest"] = (typed) =>
      Effect.gen(function* () {
        const { label, zone } = splitName(typed)
        const fault = findLabelFault(label)
        if (fault !== null) return yield* fail("suggest", typed, fault)
        const { network } = SubscriptionRef.getUnsafe(networks.shown)
        const { names } = yield* getApi("suggest", typed, network)
        const listed = yield* failWith(
          "suggest",
          typed,
        )(names.suggestions({ network: network.caipNetworkId, name: label, zone }))
        // What the registry lists is registered and signed as it is, so it is held to the same rules.
        return listed.filter(({ name }) => {
          const parts = splitName(name)
          return parts.zone === zone && findLabelFault(parts.label) === null && toFullName(parts) === name
        })
      })

    /** Returns the coin type of exactly this network; `null` if the registry has none for it. */
    const getCoinType = (of: ActiveAccount) =>
      Effect.map(
        loadChain(deps, of),
        ({ actions }) => actions.rules.getCoinTypes(of.network).find((type) => type > anyEvmCoinType) ?? null,
      )

    const prepare: Names["prepare"] = (typed) =>
      Effect.gen(function* () {
        const parts = splitName(typed)
        const fault = findLabelFault(parts.label)
        if (fault !== null) return yield* fail("register", typed, fault)
        const name = toFullName(parts)
        const of = getActiveAccount(deps)
        if (of === null || !isEmbedded(of)) return yield* fail("register", name, { _tag: "NoEmbeddedWallet" })
        const { names } = yield* getApi("register", name, of.network)
        if ((yield* failWith("register", name)(getCoinType(of))) === null)
          return yield* fail("register", name, { _tag: "Unsupported" })
        const record = yield* Effect.result(names.account(of.network.caipNetworkId, name))
        if (Result.isSuccess(record) && Object.keys(record.success.addresses).length > 0)
          return yield* fail("register", name, { _tag: "Taken" })
        const message = formatNameMessage(name, yield* Clock.currentTimeMillis)
        return { account: of.account, address: of.address, network: of.network, stops: [], name, message }
      })

    /** Looks the name up after a failed request: the registry may have it despite that. */
    const findOutcome = (
      { names }: BlockchainApi,
      { address, name, network }: NameReview,
      late: boolean,
      problem: ApiError,
    ): Effect.Effect<void, NameError> =>
      Effect.gen(function* () {
        const record = yield* Effect.result(names.account(network.caipNetworkId, name))
        const owners = Result.isSuccess(record) ? Object.values(record.success.addresses) : []
        if (owners.some((owner) => isSameAddress(owner.address, address))) return
        if (owners.length > 0) return yield* fail("register", name, { _tag: "Taken" })
        if (problem.reason._tag === "Status" && problem.reason.status === 401)
          return yield* fail("register", name, { _tag: "SignatureRefused" })
        const expired = late && problem.reason._tag === "Status" && problem.reason.status === 400
        return yield* fail("register", name, expired ? { _tag: "Expired" } : { _tag: "Failed", problem })
      })

    /** Shows the new name wherever the old one, or none, was cached. */
    const forgetNames = ({ identities, knownNames }: BlockchainApi, { address, network }: NameReview) =>
      Effect.gen(function* () {
        yield* identities.invalidate(network.caipNetworkId, address)
        yield* knownNames.invalidate(network.caipNetworkId, address)
        yield* Effect.forkIn(Effect.andThen(account.refreshProfile, loadOwned), scope)
      })

    const register: Names["register"] = (shown, onSigned = Effect.void) =>
      Effect.gen(function* () {
        const { address, name, network } = shown
        const of = getActiveAccount(deps)
        if (of === null || !isEmbedded(of)) return yield* fail("register", name, { _tag: "Changed" })
        const api = yield* getApi("register", name, network)
        const coinType = yield* failWith("register", name)(getCoinType(of))
        if (coinType === null) return yield* fail("register", name, { _tag: "Unsupported" })
        yield* deps.emit("REGISTER_NAME_INITIATED", toEvent(of, name))
        const made = yield* Clock.currentTimeMillis
        const message = formatNameMessage(name, made)
        const { raw: signature } = yield* signOnly({ ...shown, message }, [])
        yield* reportDefects(() => onSigned)
        return yield* runToEnd(scope)(
          Effect.gen(function* () {
            const late = (yield* Clock.currentTimeMillis) - made > nameMessageTtlMs
            const request = { network: network.caipNetworkId, coinType, address, message, signature }
            yield* Effect.catch(api.names.register(request), (problem) =>
              findOutcome(api, shown, late, problem),
            )
            yield* forgetNames(api, shown)
            yield* deps.emit("REGISTER_NAME_SUCCESS", toEvent(of, name))
            return { name }
          }),
        )
      }).pipe(
        Effect.tapError((error) => {
          const of = getActiveAccount(deps)
          return of === null
            ? Effect.void
            : deps.emit("REGISTER_NAME_ERROR", { ...toEvent(of, error.name), error: error.reason._tag })
        }),
      )

    const fetchNames = (address: string, network: ActiveAccount["network"]) =>
      Effect.gen(function* () {
        const { knownNames } = yield* getApi("list", address, network)
        const { value } = yield* failWith("list", address)(knownNames.get(network.caipNetworkId, address))
        return value.flatMap(({ name }) => (name === undefined ? [] : sanitizeName(name) || []))
      })

    const lookUp: Names["lookUp"] = (text) =>
      Effect.gen(function* (): Effect.fn.Return<FoundNames, NameError> {
        const { network } = SubscriptionRef.getUnsafe(networks.shown)
        const fault = { _tag: "Malformed" } as const
        const { actions } = yield* failWith("lookup", text)(loadChain(deps, { network, known: true }))
        const parsed = parseRecipient(text, {
          network,
          networks: networks.configured,
          rules: actions.rules,
        })
        if (Result.isFailure(parsed)) return yield* fail("lookup", text, fault)
        if (parsed.success._tag === "Address") {
          const address = actions.address(parsed.success.address)
          if (address === null) return yield* fail("lookup", text, fault)
          return { _tag: "Address", address, names: yield* fetchNames(address, network) }
        }
        const name = yield* failWith("lookup", text)(loadNormalName(parsed.success.name))
        if (name === null) return yield* fail("lookup", text, fault)
        const { names } = yield* getApi("lookup", text, network)
        const record = yield* names.account(network.caipNetworkId, name).pipe(
          // A registry without version 2 answers an unknown name or zone with an error.
          Effect.catch((error) =>
            error.reason._tag === "Status" && /^40[04]$/.test(String(error.reason.status))
              ? Effect.succeed({ addresses: {} })
              : Effect.fail(error),
          ),
          failWith("lookup", text),
        )
        return { _tag: "Name", name, address: getNameAddress(record, network, actions) }
      })

    const loadOwned = Effect.gen(function* () {
      const of = getActiveAccount(deps)
      if (of === null) return
      const read = yield* Effect.result(fetchNames(of.address, of.network))
      if (getActiveAccount(deps)?.account !== of.account) return
      yield* SubscriptionRef.set(
        owned,
        Result.isSuccess(read)
          ? { _tag: "Loaded", names: read.success }
          : { _tag: "Failed", error: read.failure },
      )
    })

    const showSuggestions = (
      text: string,
      suggestions: Extract<NamesState, { _tag: "Editing" }>["suggestions"],
    ) =>
      Effect.suspend(() => {
        const one = now()
        return one._tag === "Editing" && one.text === text ? set({ ...one, suggestions }) : Effect.void
      })

    const fetchSuggestions = (text: string) =>
      suggest(text).pipe(
        Effect.map((suggestions: readonly NameSuggestion[]) => ({ _tag: "Loaded", suggestions }) as const),
        Effect.catch((error) => Effect.succeed({ _tag: "Failed", error } as const)),
        Effect.flatMap((suggestions) => showSuggestions(text, suggestions)),
      )

    const type: Names["type"] = (text) =>
      Effect.suspend(() => {
        if (now()._tag !== "Editing") return Effect.void
        const fault = text === "" ? null : findLabelFault(text)
        const error = fault === null ? null : new NameError({ during: "register", name: text, reason: fault })
        const isReady = text !== "" && fault === null
        return Effect.gen(function* () {
          yield* set({ _tag: "Editing", text, suggestions: { _tag: isReady ? "Loading" : "None" }, error })
          if (!isReady) return yield* typing.stop
          yield* typing.run(Clock.delay(fetchSuggestions(text), typingPauseMs))
        })
      })

    const review: Names["review"] = (name) =>
      Effect.suspend(() => {
        const editing = now()
        if (editing._tag !== "Editing") return Effect.void
        const show = Effect.gen(function* () {
          const made = yield* Effect.result(prepare(name))
          const one = now()
          // Another name was typed meanwhile.
          if (one._tag !== "Editing" || one.text !== editing.text) return
          yield* Result.isSuccess(made)
            ? set({ _tag: "Reviewing", review: made.success, passed: [], confirming: false, error: null })
            : set({ ...one, error: made.failure })
        })
        return Effect.flatMap(step.run(show), ignoreFailure)
      })

    const confirm = Effect.suspend(() => {
      const reviewing = now()
      if (reviewing._tag !== "Reviewing") return Effect.void
      const { review: shown } = reviewing
      const registering = { _tag: "Registering", review: shown } as const
      const asked = showAsking(state, {
        review: shown,
        approved: registering,
        ask: (onSigned) => register(shown, onSigned),
      }).pipe(
        Effect.flatMap(({ name }) => set({ _tag: "Registered", name })),
        Effect.catch((error: NameError) => set({ ...reviewing, error })),
      )
      return Effect.asVoid(step.run(asked))
    })

    const back = Effect.suspend(() => {
      const one = now()
      if (one._tag === "Asking")
        return Effect.andThen(
          step.stop,
          set({ _tag: "Reviewing", review: one.review, passed: [], confirming: false, error: null }),
        )
      if (one._tag !== "Reviewing") return Effect.void
      const { label } = splitName(one.review.name)
      return Effect.andThen(set(blank), type(label))
    })

    const reset = Effect.suspend(() => {
      const { _tag } = now()
      // A signed registration is on its way: its result is shown to the account that signed it.
      if (_tag === "Registering") return Effect.void
      return Effect.andThen(Effect.andThen(step.stop, typing.stop), set(blank))
    })

    yield* watchActiveAccount(deps, () =>
      Effect.gen(function* () {
        yield* Effect.andThen(Effect.andThen(step.stop, typing.stop), set(blank))
        yield* SubscriptionRef.set(owned, { _tag: "Loading" })
        yield* listing.run(loadOwned)
      }),
    )

    yield* followView(router, state, (view, before) => {
      const { _tag } = now()
      const of = getActiveAccount(deps)
      if (view === "ChooseAccountName" && before !== view && of !== null)
        return deps.emit("OPEN_ENS_FLOW", { isSmartAccount: isSmartAccount(of) })
      if (view !== "RegisterAccountName" || _tag !== "Registered") return Effect.void
      // The embedded wallet's approval lies above the form, which is then shown again.
      return before === view || before === "ApproveTransaction"
        ? router.replace({ _tag: "RegisterAccountNameSuccess" })
        : set(blank)
    })

    const made: Names = {
      state,
      owned,
      loadOwned: Effect.gen(function* () {
        yield* SubscriptionRef.set(owned, { _tag: "Loading" })
        yield* Effect.flatMap(listing.run(loadOwned), ignoreFailure)
      }),
      type,
      review,
      confirm,
      back,
      reset,
      suggest,
      prepare,
      register,
      lookUp,
    }
    return made
  })
