import { describe, expect, it } from "@effect/vitest"
import {
  type Connector,
  ConnectorError,
  type ConnectRequest,
  type SignedMessage,
  type SignInRequest,
} from "@wmodal/chains"
import { Feed, SubscriptionRef } from "@wmodal/protocol"
import { mainnet, optimism } from "@wmodal/protocol/networks"
import { parseSiwxMessage, printSiwxMessage } from "@wmodal/protocol/siwx"
import { Effect, Result } from "effect"
import type { Engine } from "../Engine.ts"
import { makeEngineWith, makeTestChain } from "../testing/makeEngineOver.ts"
import { reach } from "../testing/reach.ts"
import { scriptedWallet } from "../testing/scriptedWallet.ts"
import { makeMessage } from "./plugins/makeMessage.ts"
import type { SiweConfig, SiwxPlugin, SiwxSession } from "./Siwx.ts"

const host = "app.example"
const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
const nonce = "abcdefgh12345678"
const now = SubscriptionRef.getUnsafe

/** A plugin whose server takes each message once. `refuses` is what it says to signatures. */
const makePlugin = ({ domain = host, refuses = "" } = {}) => {
  const calls: string[] = []
  let sessions: readonly SiwxSession[] = []
  const add = (added: readonly SiwxSession[]) => {
    if (refuses !== "") throw new Error(refuses)
    sessions = added
  }
  const plugin: SiwxPlugin = {
    createMessage: async (input) => {
      calls.push(input.accountAddress === "" ? "offer" : "createMessage")
      return makeMessage(
        { domain, uri: `https://${domain}`, statement: "Sign in.", resources: ["https://app.example/terms"] },
        input,
        nonce,
      )
    },
    addSession: async (session) => {
      calls.push("addSession")
      add([session])
    },
    revokeSession: async () => {},
    setSessions: async (all) => {
      calls.push(`setSessions ${all.map(({ data }) => data.chainId).join()}`)
      add(all)
    },
    getSessions: async (chainId) => sessions.filter(({ data }) => data.chainId === chainId),
  }
  return { plugin, calls }
}

const sign = (request: SignInRequest, other: Partial<SignInRequest> = {}, chain = "1"): SignedMessage => ({
  account: `eip155:${chain}:${address}`,
  message: Result.getOrThrow(
    printSiwxMessage({
      blockchain: "Ethereum",
      ...request,
      issuedAt: "2026-01-15T12:00:00Z",
      address,
      ...other,
      version: "1",
      chainId: chain,
    }),
  ),
  signature: "0x5e",
})

/** A wallet that signs in when it connects, in the way of `answer`. */
const makeWallet = (answer: (request: SignInRequest) => readonly SignedMessage[]) => {
  const asked: (SignInRequest | null)[] = []
  const connect: Connector["connect"] = ({ signIn }: ConnectRequest) =>
    Effect.map(
      Effect.promise(async () => (signIn === undefined ? null : signIn())),
      (request) => {
        asked.push(request)
        return {
          accounts: [`eip155:1:${address}`],
          network: "eip155:1",
          ...(request !== null && { signed: answer(request) }),
        }
      },
    )
  return { asked, connector: scriptedWallet({ connect }).connector }
}

const start = (options: object, connector: Connector) =>
  Effect.tap(
    makeEngineWith(
      { chains: [makeTestChain([connector])], networks: [mainnet, optimism], ...options },
      { platform: { host } },
    ),
    (engine) => engine.ready,
  )
const connect = (engine: Engine) => engine.connection.connectAndWait("io.scripted")
const reachSettled = (engine: Engine) =>
  reach(engine.siwx.state, ({ _tag }) => _tag === "Reviewing" || _tag === "SignedIn")

describe("sign-in with the prompt to connect", () => {
  it.effect("signs in without a review, and tells so", () =>
    Effect.gen(function* () {
      const { calls, plugin } = makePlugin()
      const { asked, connector } = makeWallet((request) => [sign(request)])
      const engine = yield* start({ siwx: plugin }, connector)
      const events: string[] = []
      yield* Effect.forkScoped(
        Feed.runForEach(engine.events, ({ name }) => Effect.sync(() => void events.push(name))),
        { startImmediately: true },
      )
      const toasts: string[] = []
      yield* Effect.forkScoped(
        SubscriptionRef.runForEach(engine.toasts.current, (toast) =>
          Effect.sync(() => {
            if (toast !== null) toasts.push(`${toast.variant} ${toast.message.id}`)
          }),
        ),
        { startImmediately: true },
      )
      yield* engine.router.open()
      yield* connect(engine)
      const state = yield* reachSettled(engine)
      expect(toasts).toEqual(["loading flow.siwx.authenticating"])
      expect(state).toMatchObject({
        _tag: "SignedIn",
        session: { signature: "0x5e", data: { accountAddress: address, chainId: "eip155:1", nonce } },
      })
      expect(asked).toMatchObject([{ domain: host, nonce, statement: "Sign in.", chainId: "1" }])
      expect(calls).toEqual(["offer", "addSession"])
      expect(events).toContain("SIWX_AUTH_SUCCESS")
      yield* reach(engine.router.state, ({ open }) => !open)
    }),
  )

  it.effect("stores the messages of several networks at once, that of the account first", () =>
    Effect.gen(function* () {
      const { calls, plugin } = makePlugin()
      const { connector } = makeWallet((request) => [sign(request, {}, "10"), sign(request)])
      const engine = yield* start({ siwx: plugin }, connector)
      yield* connect(engine)
      expect((yield* reachSettled(engine))._tag).toBe("SignedIn")
      expect(calls).toEqual(["offer", "setSessions eip155:1,eip155:10"])
      yield* engine.networks.switchTo(optimism.caipNetworkId)
      yield* reach(
        engine.siwx.state,
        (one) => one._tag === "SignedIn" && one.account.startsWith("eip155:10:"),
      )
    }),
  )

  it.effect.each([
    ["another domain", { domain: "evil.example" }],
    ["another URI", { uri: "https://evil.example" }],
    ["another nonce", { nonce: "otherother1234" }],
    ["another statement", { statement: "Sign in. And more." }],
    ["other resources", { resources: ["https://app.example/all"] }],
    ["an end that was not asked for", { expirationTime: "2030-01-15T12:00:00Z" }],
    [
      "a permission without its resource",
      {
        statement:
          "Sign in. I further authorize the stated URI to perform the following actions on my behalf: (1) 'x': 'y' for 'z'.",
      },
    ],
  ] as const)("asks to sign when the wallet signed %s", ([, other]) =>
    Effect.gen(function* () {
      const { calls, plugin } = makePlugin()
      const { connector } = makeWallet((request) => [sign(request, other)])
      const engine = yield* start({ siwx: plugin }, connector)
      yield* connect(engine)
      expect((yield* reachSettled(engine))._tag).toBe("Reviewing")
      expect(calls).toEqual(["offer", "createMessage"])
    }),
  )

  it.effect("asks to sign, and says why, when the plugin refuses the signature", () =>
    Effect.gen(function* () {
      const { calls, plugin } = makePlugin({ refuses: "The signature is not valid" })
      const { connector } = makeWallet((request) => [sign(request)])
      const engine = yield* start({ siwx: plugin }, connector)
      yield* connect(engine)
      expect(yield* reachSettled(engine)).toMatchObject({
        _tag: "Reviewing",
        problem: { text: "The signature is not valid" },
      })
      expect(calls).toEqual(["offer", "addSession", "createMessage"])
    }),
  )

  it.effect("connects without it after the user declined", () =>
    Effect.gen(function* () {
      const { plugin } = makePlugin()
      let declines = true
      const asked: unknown[] = []
      const { connector } = scriptedWallet({
        connect: ({ signIn }) =>
          Effect.flatMap(
            Effect.promise(async () => signIn?.()),
            (request) => {
              asked.push(request)
              return declines
                ? Effect.fail(
                    new ConnectorError({ connectorId: "io.scripted", reason: { _tag: "Declined" } }),
                  )
                : Effect.succeed({ accounts: [`eip155:1:${address}`] as const, network: null })
            },
          ),
      })
      const engine = yield* start({ siwx: plugin }, connector)
      yield* Effect.flip(connect(engine))
      declines = false
      yield* connect(engine)
      expect((yield* reachSettled(engine))._tag).toBe("Reviewing")
      expect(asked).toMatchObject([{ nonce }, null])
    }),
  )

  it.effect.each([
    [
      "a message of another domain, which the user has to review",
      { siwx: makePlugin({ domain: "evil.example" }).plugin },
    ],
    [
      "a plugin that makes no message without an account",
      {
        siwx: {
          ...makePlugin().plugin,
          createMessage: ({ accountAddress }: { accountAddress: string }) =>
            accountAddress === ""
              ? Promise.reject(new Error("no"))
              : makePlugin().plugin.createMessage({ accountAddress, chainId: "eip155:1" }),
        },
      },
    ],
  ] as const)("offers none for %s", ([, options]) =>
    Effect.gen(function* () {
      const { asked, connector } = makeWallet(() => [])
      const engine = yield* start(options, connector)
      yield* connect(engine)
      expect((yield* reachSettled(engine))._tag).toBe("Reviewing")
      expect(asked).toEqual([null])
    }),
  )

  it.effect("signs in by the older interface, with one message", () =>
    Effect.gen(function* () {
      const verified: string[] = []
      const siweConfig: SiweConfig = {
        getNonce: async () => nonce,
        getMessageParams: async () => ({ domain: host, uri: `https://${host}` }),
        createMessage: () => "unused",
        verifyMessage: async ({ message }) => {
          verified.push(Result.getOrThrow(parseSiwxMessage(message)).chainId ?? "")
          return true
        },
        getSession: async () => (verified.length === 0 ? null : { address, chainId: 1 }),
        signOut: async () => true,
      }
      const { connector } = makeWallet((request) => [sign(request, {}, "10"), sign(request)])
      const engine = yield* start({ siweConfig }, connector)
      yield* connect(engine)
      expect((yield* reachSettled(engine))._tag).toBe("SignedIn")
      expect(verified).toEqual(["1"])
      expect(now(engine.siwx.state)._tag).toBe("SignedIn")
    }),
  )
})
