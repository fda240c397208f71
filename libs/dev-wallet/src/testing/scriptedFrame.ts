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

/** A question that a frame was asked. */
export interface ScriptedFrameRequest {
  readonly name: RequestName
  readonly payload: unknown
}

/** Who is signed in at a frame: a test may change it at any time. */
export interface FramePerson {
  isSignedIn: boolean
  email: string | null
  eoa: string
  /** `null`: the frame names no such account. */
  smartAccount: string | null
  solana: string
  preferred: "eoa" | "smartAccount"
  networks: readonly number[]
}

export interface ScriptedFrameOptions {
  /** In place of what is usually answered. */
  readonly answers?: Partial<AllFrameHandlers>
  /** What an RPC_REQUEST comes to once the person has approved it. */
  readonly rpc?: (method: string, params: unknown) => Effect.Effect<unknown, FrameRefusal>
  /** Whose clock it goes by; its own where none is given. */
  readonly services?: Context.Context<never>
  /** Without the private port: the plain wire. */
  readonly plain?: boolean
  /** The person is asked before a page hears who they are. */
  readonly asks?: boolean
}

export interface ScriptedFrame {
  readonly host: FrameHost
  readonly person: FramePerson
  /** Who approves in the frame. */
  readonly approver: ScriptedApprover<ScriptedFrameRequest>
  /** All that the frame was asked, oldest first. */
  readonly asked: readonly ScriptedFrameRequest[]
  /** Payloads of one kind. */
  readonly askedFor: (name: RequestName) => readonly unknown[]
  /** Done once it was asked so often for this. */
  readonly whenAsked: (name: RequestName, times: number) => Effect.Effect<void>
  /** The session has changed, says the frame. */
  readonly sayChanged: () => void
  /** From now on it hears nothing, and says nothing. */
  readonly freeze: (is: boolean) => void
  readonly befall: (event: FrameLifecycleEvent) => void
  /** It is another page's from now on: what it was asked is forgotten. */
  readonly navigate: () => void
  /** The same, and it says READY before the page hears of it, as browsers do: by `befall`. */
  readonly startAnew: () => void
  /** How many stand. */
  readonly mounted: () => number
  readonly mounts: () => number
  /** Of the page, on all frames. */
  readonly listeners: () => number
}

export const frameEoa = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
export const frameSmartAccount = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
export const frameSolana = "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96"
export const frameCode = "123456"

/** A frame that keeps the contract of the real one, whose every answer a test decides on. */
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
    /** A port in whose way the test stands. */
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
      // Loaded anew twice at once, it is there once.
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

/** What a page remembers, in memory. */
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

/** A page of which only so much matters, around a frame. */
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
