import { EngineError, type Problem, type ProblemContext } from "@wmodal/core"
import type { FlowProblem } from "@wmodal/core/flows"
import { type CaipNetworkId, Decoder, decodeNetwork, type Network, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { loadLanguage } from "../messages/languages.ts"
import { makeTranslate } from "../messages/Translate.tsx"
import type { HostMethods, HostNetwork, WModalResult } from "../page/HostMethods.ts"
import type { WModalOutcome } from "../page/WModal.ts"
import type { HostDeps } from "./HostDeps.ts"
import { proposePayment, proposeSwap } from "./proposeOperation.ts"
import { requestSignature } from "./requestSignature.ts"
import { changesOf, until } from "./until.ts"

/** The chains of viem have no CAIP-2 id until they are decoded. What does not decode is an unknown network. */
const toNetworkId = (network: CaipNetworkId | HostNetwork): CaipNetworkId => {
  if (typeof network === "string") return network
  const decoded = decodeNetwork(network)
  return decoded instanceof Decoder.Issue
    ? (`${network.caipNetworkId ?? network.id}` as CaipNetworkId)
    : decoded.caipNetworkId
}

/** A page without types passes anything: a text that is shown is text, and not long. */
const toText = (text: unknown) => String(text).slice(0, 200)

const done: WModalOutcome = { ok: true }

/** Makes the methods of a host over the running engine, one per name of `HostMethods`. */
const makeMethods = (deps: HostDeps): HostMethods => {
  const { engine, toError } = deps

  const settle = async <A>(
    action: Effect.Effect<A, Problem | FlowProblem>,
    during?: ProblemContext,
  ): Promise<A | { readonly ok: false; readonly error: Awaited<ReturnType<HostDeps["toError"]>> }> => {
    const ended = await Effect.runPromise(Effect.result(action))
    return ended._tag === "Success"
      ? ended.success
      : { ok: false, error: await toError(ended.failure as Problem, during) }
  }
  const outcome = (action: Effect.Effect<unknown, Problem>, during?: ProblemContext) =>
    settle(Effect.as(action, done), during) as Promise<WModalOutcome>

  const change = (options: Readonly<Record<string, unknown>>) =>
    outcome(Effect.tap(engine.changeOptions(options), () => Effect.sync(deps.render)))

  return {
    switchNetwork: (network) => outcome(engine.networks.switchTo(toNetworkId(network)), "switch"),
    // What is no network is reported by the engine, which decodes it.
    addNetwork: (network) => outcome(engine.networks.add(network as Network)),
    removeNetwork: (network) => outcome(engine.networks.remove(network)),
    disconnect: (namespace) => outcome(engine.connection.disconnect(namespace)),
    signIn: () => {
      deps.attach()
      return outcome(
        Effect.flatMap(engine.siwx.actions, ({ signIn }) => signIn),
        "sign",
      )
    },
    signOut: () => outcome(Effect.flatMap(engine.siwx.actions, ({ signOut }) => signOut)),
    updateOptions: (options) => change({ ...options }),
    updateFeatures: (features) => change({ features }),
    setConnectorsOrder: (connectorOrder) => change({ connectorOrder }),
    setConnectMethodsOrder: (connectMethodsOrder) => change({ connectMethodsOrder }),
    setWalletFeaturesOrder: (walletFeaturesOrder) => change({ walletFeaturesOrder }),
    setSocialsOrder: (socials) => change({ socials }),
    setLanguage: async (language) => {
      const catalogue = await loadLanguage(language)
      // The engine reads its messages from this object, so they change too.
      Object.assign(deps.words, makeTranslate(catalogue === null ? "en" : language, catalogue ?? {}))
      deps.render()
      deps.publishWords(catalogue)
      return done
    },
    showError: (text) => outcome(engine.toasts.show("error", { id: toText(text) })),
    showSuccess: (text) => outcome(engine.toasts.show("success", { id: toText(text) })),
    setPreferredAccountType: (type) =>
      outcome(
        Effect.suspend(() =>
          SubscriptionRef.getUnsafe(engine.signedIn) === null
            ? Effect.fail(new EngineError({ reason: { _tag: "NotConnected" } }))
            : Effect.flatMap(engine.signIn, ({ setAccountType }) => setAccountType(type)),
        ),
      ),
    signMessage: ({ message, namespace }) =>
      settle(requestSignature(deps, { _tag: "Message", message: String(message) }, namespace)),
    signTypedData: ({ typedData, namespace }) =>
      settle(requestSignature(deps, { _tag: "TypedData", typedData: toJson(typedData) }, namespace)),
    send: (request) => settle(proposePayment(deps, request)),
    swap: (request = {}) => settle(proposeSwap(deps, request)),
    updateEmail: () => settle(changeEmail(deps)),
  }
}

type Call = (input: readonly unknown[]) => Promise<WModalOutcome>

/** The same, for the input of a page: each method takes its arguments as a list of any values. */
export const makeHostMethods = (deps: HostDeps): Readonly<Record<keyof HostMethods, Call>> => {
  const methods = Object.entries(makeMethods(deps)).map(([name, method]) => [
    name,
    async (input: readonly unknown[]) => {
      try {
        return await Reflect.apply(method, null, input)
      } catch (cause) {
        const text = `${name} could not use its input: ${String(cause).slice(0, 200)}`
        return { ok: false, error: { tag: "invalidInput", text } }
      }
    },
  ])
  return Object.fromEntries(methods)
}

/** EIP-712 has large numbers: as JSON they are decimal text. */
const toJson = (typedData: object | string) =>
  typeof typedData === "string"
    ? typedData
    : JSON.stringify(typedData, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value))

const changeEmail = (deps: HostDeps) =>
  Effect.gen(function* () {
    const { engine } = deps
    const before = SubscriptionRef.getUnsafe(engine.signedIn)
    if (before?.email == null) return yield* new EngineError({ reason: { _tag: "NotConnected" } })
    yield* engine.signIn
    deps.attach()
    yield* engine.router.open({ _tag: "UpdateEmailWallet" })
    return yield* until(
      [changesOf(engine.signedIn), changesOf(engine.router.state)],
      (): WModalResult<string> | undefined => {
        const email = SubscriptionRef.getUnsafe(engine.signedIn)?.email
        if (email != null && email !== before.email) return { ok: true, value: email }
        const { open, history } = SubscriptionRef.getUnsafe(engine.router.state)
        return open && history.some(({ _tag }) => _tag.startsWith("UpdateEmail"))
          ? undefined
          : { ok: false, error: { tag: "declined", text: "The user has left it. The email is unchanged." } }
      },
    )
  })
