import { evm } from "@wmodal/chains/evm"
import type { EmbeddedWalletDeps, FramePersistence } from "@wmodal/chains/frame"
import { type ReplyOf, type RequestName, requestNames } from "@wmodal/frame-rpc"
import {
  type AllFrameHandlers,
  FrameRefusal,
  type FrameServer,
  makePortLink,
  serveFrame,
} from "@wmodal/frame-rpc/frame"
import type {
  FrameHost,
  FrameLifecycleEvent,
  FrameLink,
  FrameMessage,
  MountedFrame,
} from "@wmodal/frame-rpc/host"
import { RpcError } from "@wmodal/protocol"
import { mainnet, optimism } from "@wmodal/protocol/networks"
import { Context, Effect, type Fiber } from "effect"
import { makeScriptedApprover, type ScriptedApprover } from "../makeScriptedApprover.ts"

/** A request that a frame received. */
export interface ScriptedFrameRequest {
  readonly name: RequestName
  readonly payload: unknown
}

/** The user signed in at a frame. A test may change it at any time. */
export interface FramePerson {
  isSignedIn: boolean
  email: string | null
  eoa: string
  /** `null`: the frame reports no such account. */
  smartAccount: string | null
  solana: string
  preferred: "eoa" | "smartAccount"
  networks: readonly number[]
}

export interface ScriptedFrameOptions {
  /** Overrides of the default responses. */
  readonly answers?: Partial<AllFrameHandlers>
  /** The result of an RPC_REQUEST after approval. */
  readonly rpc?: (method: string, params: unknown) => Effect.Effect<unknown, FrameRefusal>
  /** The services with the clock; its own where absent. */
  readonly services?: Context.Context<never>
  /** Without the private port: the plain protocol. */
  readonly plain?: boolean
  /** Requires the user's approval before a dApp receives the account. */
  readonly asks?: boolean
}

export interface ScriptedFrame {
  readonly host: FrameHost
  readonly person: FramePerson
  /** The scripted user of the frame. */
  readonly approver: ScriptedApprover<ScriptedFrameRequest>
  /** All received requests, oldest first. */
  readonly asked: readonly ScriptedFrameRequest[]
  /** Returns the payloads of one request type. */
  readonly askedFor: (name: RequestName) => readonly unknown[]
  /** Completes when the frame has received this many requests of a type. */
  readonly whenAsked: (name: RequestName, times: number) => Effect.Effect<void>
  /** Pushes SESSION_UPDATE. */
  readonly sayChanged: () => void
  /** Freezes the frame: it neither receives nor sends. */
  readonly freeze: (is: boolean) => void
  readonly befall: (event: FrameLifecycleEvent) => void
  /** Replaces the document, which loses its requests. */
  readonly navigate: () => void
  /** Replaces the document, whose READY arrives before the navigation is reported by `befall`, as in browsers. */
  readonly startAnew: () => void
  /** Returns the number of mounted frames. */
  readonly mounted: () => number
  readonly mounts: () => number
  /** Returns the number of the app's listeners on all frames. */
  readonly listeners: () => number
}

export const frameEoa = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
export const frameSmartAccount = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
export const frameSolana = "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96"
export const frameCode = "123456"

/** Makes a frame that follows the real protocol, with responses chosen by the test. */
export const makeScriptedFrame = (options: ScriptedFrameOptions = {}): ScriptedFrame => {
  const person: FramePerson = {
    isSignedIn: false,
    email: "ada@example.com",
    eoa: frameEoa,
    smartAccount: frameSmartAccount,
    solana: frameSolana,
    preferred: "eoa",
    networks: [1, 10],
  }
  const approver = makeScriptedApprover<ScriptedFrameRequest>()
  const asked: ScriptedFrameRequest[] = []
  const served = new Set<{
    readonly say: () => void
    readonly anew: () => void
    readonly page: ReadonlySet<object>
  }>()
  const waits = new Set<() => void>()
  const befalling = new Set<(event: FrameLifecycleEvent) => void>()
  let isFrozen = false
  let isAllowed = false
  let mounts = 0

  const refuse = (text: string) => Effect.fail(new FrameRefusal({ text }))
  const approved = (question: ScriptedFrameRequest) =>
    Effect.flatMap(Effect.interruptible(approver.approve(question)), (answer) =>
      answer === "approve" ? Effect.void : refuse("User rejected the request"),
    )

  const accounts = () => [
    { address: person.eoa, type: "eoa" as const },
    ...(person.smartAccount === null
      ? []
      : [{ address: person.smartAccount, type: "smartAccount" as const }]),
  ]
  const inUse = (chainId: string | number) =>
    person.preferred === "smartAccount" &&
    person.smartAccount !== null &&
    person.networks.includes(Number(`${chainId}`.replace("eip155:", "")))
      ? "smartAccount"
      : "eoa"

  const userOn = (chainId: string | number): ReplyOf<"GET_USER"> => {
    if (`${chainId}`.startsWith("solana:")) return { email: person.email, address: person.solana, chainId }
    const type = inUse(chainId)
    return {
      email: person.email,
      address: (type === "smartAccount" ? person.smartAccount : null) ?? person.eoa,
      chainId,
      accounts: accounts(),
      smartAccountDeployed: false,
      preferredAccountType: type,
    }
  }

  const signIn = Effect.sync(() => {
    person.isSignedIn = true
  })
  const nothing = Effect.succeed(undefined)

  const usual: AllFrameHandlers = {
    SWITCH_NETWORK: ({ chainId }) => Effect.succeed({ chainId }),
    CONNECT_EMAIL: () => Effect.succeed({ action: "VERIFY_OTP" }),
    CONNECT_DEVICE: () => nothing,
    CONNECT_OTP: ({ otp }) => (otp === frameCode ? Effect.andThen(signIn, nothing) : refuse("Invalid code")),
    CONNECT_SOCIAL: () => Effect.map(signIn, () => ({ ...userOn(1), userName: "ada" })),
    GET_FARCASTER_URI: () => Effect.succeed({ url: "https://secure.example/farcaster" }),
    CONNECT_FARCASTER: () => Effect.map(signIn, () => ({ userName: "ada" })),
    GET_USER: (payload) => {
      if (!person.isSignedIn) return refuse("Not signed in")
      const user = Effect.sync(() => userOn(payload?.chainId ?? 1))
      if (options.asks !== true || isAllowed) return user
      return Effect.andThen(
        Effect.tap(approved({ name: "GET_USER", payload }), () =>
          Effect.sync(() => {
            isAllowed = true
          }),
        ),
        user,
      )
    },
    GET_SOCIAL_REDIRECT_URI: ({ provider }) => Effect.succeed({ uri: `https://secure.example/${provider}` }),
    SIGN_OUT: () =>
      Effect.sync(() => {
        person.isSignedIn = false
        isAllowed = false
        return undefined
      }),
    IS_CONNECTED: () => Effect.sync(() => ({ isConnected: person.isSignedIn })),
    GET_CHAIN_ID: () => Effect.succeed({ chainId: 1 }),
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: () =>
      Effect.sync(() => ({ smartAccountEnabledNetworks: [...person.networks] })),
    INIT_SMART_ACCOUNT: () => nothing,
    SET_PREFERRED_ACCOUNT: ({ type }) => {
      const wanted = accounts().find((account) => account.type === type)
      if (wanted === undefined) return refuse("No such account")
      person.preferred = wanted.type
      return Effect.succeed({ type, address: wanted.address })
    },
    RPC_REQUEST: ({ method, params, policy }) =>
      Effect.andThen(
        policy === "unsafe" ? approved({ name: "RPC_REQUEST", payload: { method, params } }) : Effect.void,
        options.rpc?.(method, params) ?? Effect.succeed(`0x${"11".repeat(/sign/i.test(method) ? 65 : 32)}`),
      ),
    UPDATE_EMAIL: () => Effect.succeed({ action: "VERIFY_PRIMARY_OTP" }),
    UPDATE_EMAIL_PRIMARY_OTP: () => nothing,
    UPDATE_EMAIL_SECONDARY_OTP: () => Effect.succeed({ newEmail: "grace@example.com" }),
    SYNC_THEME: () => nothing,
    SYNC_DAPP_DATA: () => nothing,
    RELOAD: () => nothing,
  }
  const answers: AllFrameHandlers = new Proxy<AllFrameHandlers>(
    { ...usual, ...options.answers },
    {
      get: (all, name) => {
        const answer: unknown = Reflect.get(all, name)
        const known = requestNames.find((one) => one === name)
        if (typeof answer !== "function" || known === undefined) return answer
        return (payload: unknown) => {
          asked.push({ name: known, payload })
          for (const look of waits) look()
          return Reflect.apply(answer, all, [payload])
        }
      },
    },
  )

  const mount = async (): Promise<MountedFrame> => {
    const page = new Set<(message: FrameMessage) => void>()
    const frame = new Set<(message: FrameMessage) => void>()
    const ports = new Set<MessagePort>()
    let fiber: Fiber.Fiber<unknown> | null = null
    let side: FrameServer | null = null

    const deliver = (to: typeof page, message: unknown, given: readonly MessagePort[] = []) => {
      if (isFrozen) return
      const data: unknown = structuredClone(message)
      const standing = [...to]
      for (const listener of standing) listener({ data, ports: given })
    }
    /** A port whose messages the test can intercept. */
    const relayed = (port: MessagePort): MessagePort => {
      const { port1, port2 } = new MessageChannel()
      for (const one of [port, port1]) ports.add(one)
      const [theirs, ours] = [makePortLink(port), makePortLink(port1)]
      const pass = (to: FrameLink) => (message: FrameMessage) => {
        if (!isFrozen) to.post(message.data)
      }
      ours.listen(pass(theirs))
      theirs.listen(pass(ours))
      return port2
    }
    const parent: FrameLink = {
      post: (message, transfer = []) =>
        deliver(
          page,
          message,
          options.plain === true ? [] : transfer.filter((one) => one instanceof MessagePort).map(relayed),
        ),
      listen: addListener(frame),
    }
    const serve = () => {
      // Two concurrent reloads result in one document.
      if (fiber !== null) return
      fiber = Effect.runForkWith(options.services ?? Context.empty())(
        Effect.scoped(
          Effect.gen(function* () {
            side = yield* serveFrame({ parent, answers, version: "4" })
            return yield* Effect.never
          }),
        ),
      )
    }
    const stop = () => {
      fiber?.interruptUnsafe()
      fiber = null
      side = null
      frame.clear()
      for (const port of ports) port.close()
      ports.clear()
    }
    const anew = () => {
      stop()
      queueMicrotask(serve)
    }
    const one = {
      say: () => void Effect.runSync(side?.push("SESSION_UPDATE", { token: "token" }) ?? Effect.void),
      anew,
      page,
    }
    served.add(one)
    mounts += 1
    return {
      link: {
        post: (message) => deliver(frame, message),
        listen: (listener) => {
          const off = addListener(page)(listener)
          if (fiber === null) queueMicrotask(serve)
          return off
        },
      },
      listen: addListener(befalling),
      reload: anew,
      remove: () => {
        stop()
        served.delete(one)
      },
    }
  }

  const befall = (event: FrameLifecycleEvent) => {
    const standing = [...befalling]
    for (const listener of standing) listener(event)
  }

  const startAnew = () => {
    for (const { anew } of served) anew()
  }

  const askedFor = (name: RequestName) =>
    asked.filter((one) => one.name === name).map(({ payload }) => payload)

  return {
    host: { mount },
    person,
    approver,
    asked,
    askedFor,
    whenAsked: (name, times) =>
      Effect.callback((resume) => {
        const look = () => {
          if (askedFor(name).length < times) return
          waits.delete(look)
          resume(Effect.void)
        }
        waits.add(look)
        look()
        return Effect.sync(() => waits.delete(look))
      }),
    sayChanged: () => {
      for (const { say } of served) say()
    },
    freeze: (is) => {
      isFrozen = is
    },
    befall,
    navigate: () => {
      befall({ _tag: "Navigated" })
      startAnew()
    },
    startAnew,
    mounted: () => served.size,
    mounts: () => mounts,
    listeners: () => [...served].reduce((sum, { page }) => sum + page.size, befalling.size),
  }
}

const addListener =
  <A>(listeners: Set<(value: A) => void>) =>
  (listener: (value: A) => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }

/** The app's stored state, in memory. */
export const makeFrameMemory = (held: Partial<FramePersistence> = {}) => {
  let memory: FramePersistence = {
    loginUsed: false,
    email: null,
    username: null,
    lastChain: null,
    lastEmailLogin: null,
    smartAccountNetworks: [],
    accountType: null,
    ...held,
  }
  return {
    read: () => memory,
    write: (next: FramePersistence) => {
      memory = next
    },
  }
}

/** The dependencies of a frame, with overrides. */
export const makeFrameDeps = (
  frame: ScriptedFrame,
  given: Partial<EmbeddedWalletDeps> = {},
): EmbeddedWalletDeps => ({
  projectId: "test",
  secureSite: "https://secure.example",
  metadata: { name: "Page", description: "", url: "https://page.example", icons: [] },
  sdkVersion: "html-evm-0.1.0",
  networks: [mainnet, optimism],
  chains: [evm()],
  preferred: "eoa",
  host: () => Promise.resolve(frame.host),
  memory: makeFrameMemory(),
  theme: () => ({ themeMode: "light", themeVariables: {}, w3mThemeVariables: {} }),
  read: (_, method) => Effect.fail(new RpcError({ method, host: "", reason: { _tag: "NoEndpoint" } })),
  onApproval: () => {},
  onDisallowedMethod: () => {},
  onTimeout: () => {},
  warn: () => {},
  ...given,
})
