import { type ChainRules, sanitizeLine } from "@wmodal/chains"
import {
  Decoder,
  decodeNetwork,
  type Namespace,
  type Network,
  parseUrl,
  SubscriptionRef,
} from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import { loadPart } from "../effects/loadPart.ts"
import { makeTaskHandle } from "../effects/TaskHandle.ts"
import { EngineError } from "../problems/EngineError.ts"
import { getVisibleView } from "../router/routerModel.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import {
  isOwnUrl,
  maxCurrencyLength,
  maxNetworkNameLength,
  ownNetworksRecord,
  toOwnNetwork,
} from "../storage/ownNetworksRecord.ts"
import {
  type NetworkDraft,
  type NetworkFault,
  type NetworkFaults,
  OwnNetworkError,
  type OwnNetworkReason,
  type OwnNetworkState,
  type OwnNetworks,
} from "./OwnNetworks.ts"

export type OwnNetworksDeps = Pick<
  EngineServices,
  "options" | "memory" | "networks" | "connectors" | "clients" | "router" | "toasts"
>

/** A chain any of whose networks can be added by its number. */
interface NumberedChain {
  readonly namespace: Namespace
  readonly rules: ChainRules
  readonly identity: NonNullable<ChainRules["identity"]>
}

const fail = (reason: OwnNetworkReason) => Effect.fail(new OwnNetworkError({ reason }))

const checkText = (text: string, maxLength: number): NetworkFault | null => {
  if (text === "") return "missing"
  return text.length > maxLength ? "tooLong" : null
}

const checkUrl = (text: string): NetworkFault | null => {
  if (text === "") return "missing"
  if (!/^https?:\/\//i.test(text) || parseUrl(text) === null) return "notUrl"
  return isOwnUrl(text) ? null : "insecure"
}

/** Returns the decimal number of a typed one; unchanged when it is none. */
const toReference = (text: string) => (/^0x[0-9a-f]{1,13}$/i.test(text) ? BigInt(text).toString() : text)

const findFaults = (draft: NetworkDraft, number: number | null): NetworkFaults | null => {
  const faults = {
    name: checkText(draft.name, maxNetworkNameLength),
    url: checkUrl(draft.url),
    chainId: draft.chainId === "" ? "missing" : number === null ? "notNumber" : null,
    symbol: checkText(draft.symbol, maxCurrencyLength),
    explorer: draft.explorer === "" ? null : checkUrl(draft.explorer),
  } as const
  const found = Object.entries(faults).filter(([, fault]) => fault !== null)
  return found.length === 0 ? null : Object.fromEntries(found)
}

/** Makes the networks of the user. Those of earlier visits are added where the page has turned the feature on since. */
export const makeOwnNetworks = (deps: OwnNetworksDeps): Effect.Effect<OwnNetworks, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { clients, connectors, memory, networks, options, router, toasts } = deps
    const task = yield* makeTaskHandle
    const state = yield* SubscriptionRef.make<OwnNetworkState>({ _tag: "Editing", error: null })
    const set = (next: OwnNetworkState) => SubscriptionRef.set(state, next)
    const find = (id: string) => networks.configured.find(({ caipNetworkId }) => caipNetworkId === id)

    for (const network of memory.read(ownNetworksRecord) ?? [])
      if (find(network.caipNetworkId) === undefined)
        yield* Effect.catch(networks.add(network, true), () => Effect.void)

    const findChain: Effect.Effect<NumberedChain, OwnNetworkError | EngineError> = Effect.gen(function* () {
      for (const { namespace } of options.chains) {
        const module = connectors.loaded(namespace)
        if (module === null) continue
        const actions = yield* loadPart(module.actions)
        const { rules } = actions
        if (rules.identity !== null && rules.parseNetworkNumber("1") !== null)
          return { namespace, rules, identity: rules.identity }
      }
      return yield* fail({ _tag: "NotOffered" })
    })

    const toNetwork = (
      draft: NetworkDraft,
      { namespace, rules }: NumberedChain,
      id: number,
    ): Network | null => {
      const decoded = decodeNetwork({
        id,
        chainNamespace: namespace,
        name: draft.name,
        nativeCurrency: {
          name: draft.symbol,
          symbol: draft.symbol,
          decimals: rules.nativeCurrency.decimals,
        },
        rpcUrls: { default: { http: [draft.url] } },
        ...(draft.explorer !== "" && {
          blockExplorers: { default: { name: new URL(draft.explorer).host, url: draft.explorer } },
        }),
      })
      return decoded instanceof Decoder.Issue ? null : toOwnNetwork(decoded)
    }

    const check = (network: Network, { namespace, identity }: NumberedChain) =>
      Effect.gen(function* () {
        const host = new URL(network.rpcUrls.default.http[0] ?? "").host
        yield* set({ _tag: "Checking", host })
        const answer = yield* Effect.flatMap(clients.rpcOf(network), (rpc) =>
          rpc.request(identity.method, identity.params),
        ).pipe(Effect.catch(() => fail({ _tag: "NoResponse", host })))
        const served = identity.toReference(answer)
        if (`${namespace}:${served}` !== network.caipNetworkId)
          return yield* fail({ _tag: "OtherNetwork", host, typed: String(network.id), served })
      })

    const perform = (typed: NetworkDraft) =>
      Effect.gen(function* () {
        const chain = yield* findChain
        const draft: NetworkDraft = {
          name: sanitizeLine(typed.name, 200),
          url: typed.url.trim(),
          chainId: toReference(typed.chainId.trim()),
          symbol: sanitizeLine(typed.symbol, 200),
          explorer: typed.explorer.trim(),
        }
        const number = chain.rules.parseNetworkNumber(draft.chainId)
        const faults = findFaults(draft, number)
        if (faults !== null || number === null)
          return yield* fail({ _tag: "Invalid", faults: faults ?? { chainId: "notNumber" } })
        const network = toNetwork(draft, chain, number)
        if (network === null) return yield* fail({ _tag: "Invalid", faults: { chainId: "notNumber" } })
        const listed = find(network.caipNetworkId)
        if (listed !== undefined) return yield* fail({ _tag: "Listed", network: listed })
        yield* check(network, chain)
        yield* networks.add(network, true).pipe(Effect.catch(() => fail({ _tag: "NotOffered" })))
        return network
      })

    const getView = () => getVisibleView(SubscriptionRef.getUnsafe(router.state))?._tag
    const leave = (view: "AddNetwork" | "OwnNetwork") =>
      Effect.suspend(() => {
        if (getView() !== view) return Effect.void
        const { history } = SubscriptionRef.getUnsafe(router.state)
        return history.length > 1 ? router.goBack : router.replace({ _tag: "Networks" })
      })

    const add: OwnNetworks["add"] = (draft) =>
      Effect.gen(function* () {
        const outcome = yield* task.run(perform(draft))
        const network = yield* outcome.pipe(
          Effect.tapError((error) =>
            set({ _tag: "Editing", error: error._tag === "OwnNetworkError" ? error : null }),
          ),
        )
        yield* set({ _tag: "Editing", error: null })
        yield* toasts.show("success", { id: "ownNetworks.added", values: { network: network.name } })
        yield* leave("AddNetwork")
        return network
      })

    // Leaving the form ends the check; the next view starts without an error.
    let shown = getView()
    const unsubscribe = SubscriptionRef.subscribe(router.state, () => {
      const before = shown
      shown = getView()
      if (before === "AddNetwork" && shown !== before) Effect.runSync(task.stop)
      if (before !== shown) Effect.runSync(set({ _tag: "Editing", error: null }))
    })
    yield* Effect.addFinalizer(() => Effect.sync(unsubscribe))

    const made: OwnNetworks = {
      state,
      add,
      remove: (id) =>
        Effect.gen(function* () {
          const network = find(id)
          if (!network?.addedByUser)
            return yield* new EngineError({ reason: { _tag: "NetworkNotFound", network: id } })
          yield* networks.remove(id).pipe(
            Effect.mapError((error) =>
              error.reason._tag === "LastNetwork"
                ? new OwnNetworkError({ reason: { _tag: "Last", network } })
                : error,
            ),
            Effect.tapError((error) =>
              set({ _tag: "Editing", error: error._tag === "OwnNetworkError" ? error : null }),
            ),
          )
          yield* leave("OwnNetwork")
        }),
    }
    return made
  })
