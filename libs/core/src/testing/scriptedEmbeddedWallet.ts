import { type Connector, ConnectorError, type WalletSession } from "@wmodal/chains"
import {
  type EmbeddedWallet,
  type EmbeddedWalletDeps,
  type FrameUser,
  frameId,
  type makeEmbeddedWallet,
  type ThrottledError,
} from "@wmodal/chains/frame"
import type { FrameError } from "@wmodal/frame-rpc/host"
import { SubscriptionRef } from "@wmodal/protocol"
import { Deferred, Effect } from "effect"
import { scriptedSession, scriptedWallet, solanaSession } from "./scriptedWallet.ts"

/** Makes a request to the frame; the test responds to the oldest pending one. */
const makeQuestion = <A, E = FrameError>() => {
  let open: readonly Deferred.Deferred<A, E>[] = []
  const heard: string[] = []
  const take = () => {
    const [first, ...rest] = open
    if (first === undefined) throw new Error("Nobody asked.")
    open = rest
    return first
  }
  return {
    ask: (argument = ""): Effect.Effect<A, E> =>
      Effect.suspend(() => {
        const answer = Deferred.makeUnsafe<A, E>()
        heard.push(argument)
        open = [...open, answer]
        return Effect.ensuring(
          Deferred.await(answer),
          Effect.sync(() => {
            open = open.filter((one) => one !== answer)
          }),
        )
      }),
    /** The parameters of the requests, oldest first. */
    heard,
    isOpen: () => open.length > 0,
    answer: (value: A) => Deferred.doneUnsafe(take(), Effect.succeed(value)),
    fail: (error: E) => Deferred.doneUnsafe(take(), Effect.fail(error)),
  }
}

/** The user who signs in by default. */
export const frameUser: FrameUser = {
  email: "ann@example.com",
  username: null,
  accounts: [
    { address: "0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb", type: "smartAccount" },
    { address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", type: "eoa" },
  ],
  inUse: "smartAccount",
  smartAccountDeployed: false,
  smartAccountNetworks: [1],
}

/** Makes an embedded wallet with scripted responses: no frame, no bridge. */
export const scriptedEmbeddedWallet = (user: FrameUser = frameUser) => {
  let given: EmbeddedWalletDeps | null = null
  let signedIn = false
  let takesCode = false
  const calls: string[] = []
  const call = (name: string) =>
    Effect.sync(() => {
      calls.push(name)
    })
  const who = Effect.runSync(SubscriptionRef.make<FrameUser | null>(null))
  const questions = {
    connectEmail: makeQuestion<"VERIFY_DEVICE" | "VERIFY_OTP" | "CONNECT", FrameError | ThrottledError>(),
    connectDevice: makeQuestion<void>(),
    connectOtp: makeQuestion<void>(),
    socialUri: makeQuestion<string>(),
    connectSocial: makeQuestion<void>(),
    farcasterUri: makeQuestion<string>(),
    connectFarcaster: makeQuestion<void>(),
    updateEmail: makeQuestion<"VERIFY_PRIMARY_OTP" | "VERIFY_SECONDARY_OTP">(),
    updateEmailPrimaryOtp: makeQuestion<void>(),
    updateEmailSecondaryOtp: makeQuestion<string>(),
    setAccountType: makeQuestion<void>(),
    connect: makeQuestion<void, ConnectorError>(),
  }

  const takeUp = (from: WalletSession) =>
    Effect.suspend(() => {
      signedIn = true
      // Like the real one: the networks are known before the user is.
      if (given !== null) given.memory.write({ ...given.memory.read(), smartAccountNetworks: [1] })
      given?.memory.write({ ...given.memory.read(), loginUsed: true, email: user.email })
      return Effect.as(SubscriptionRef.set(who, user), from)
    })
  const end = Effect.suspend(() => {
    signedIn = false
    given?.memory.write({ ...given.memory.read(), loginUsed: false, email: null })
    return SubscriptionRef.set(who, null)
  })
  const locked = new ConnectorError({ connectorId: frameId, reason: { _tag: "Locked" } })
  const connectorOf = (from: WalletSession, of: Partial<Connector>) =>
    scriptedWallet({
      id: frameId,
      name: "Auth",
      type: "AUTH",
      rdns: null,
      connect: () => Effect.andThen(questions.connect.ask(), takeUp(from)),
      restore: Effect.suspend(() => (signedIn ? takeUp(from) : Effect.fail(locked))),
      disconnect: Effect.andThen(call("disconnect"), end),
      ...of,
    })
  const evm = connectorOf(scriptedSession, { namespace: "eip155" })
  const sun = connectorOf(solanaSession, { namespace: "solana" })

  const make: typeof makeEmbeddedWallet = (deps) =>
    Effect.sync((): EmbeddedWallet => {
      given = deps
      return {
        connectors: [evm.connector, sun.connector].filter(({ namespace }) =>
          deps.chains.some((chain) => chain.namespace === namespace),
        ),
        user: who,
        origin: "https://secure.example",
        connectEmail: questions.connectEmail.ask,
        connectDevice: questions.connectDevice.ask(),
        takesCode: () => takesCode,
        connectOtp: (otp) => questions.connectOtp.ask(otp ?? "in the frame"),
        socialUri: questions.socialUri.ask,
        connectSocial: questions.connectSocial.ask,
        farcasterUri: questions.farcasterUri.ask(),
        connectFarcaster: questions.connectFarcaster.ask(),
        updateEmail: questions.updateEmail.ask,
        updateEmailPrimaryOtp: (otp) => questions.updateEmailPrimaryOtp.ask(otp ?? "in the frame"),
        updateEmailSecondaryOtp: (otp) => questions.updateEmailSecondaryOtp.ask(otp ?? "in the frame"),
        setAccountType: questions.setAccountType.ask,
        syncTheme: call("syncTheme"),
        rejectRequests: call("rejectRequests"),
        reload: call("reload"),
        watch: (shown) => call(`watch ${shown}`),
      }
    })

  return {
    make,
    ...questions,
    /** From now on the user types codes in the frame. */
    takeCodes: () => {
      takesCode = true
    },
    /** The names of the calls, oldest first. */
    calls,
    user: who,
    /** Returns the dependencies that the engine passed. */
    deps: () => {
      if (given === null) throw new Error("None was made.")
      return given
    },
    say: evm.say,
    saySun: sun.say,
  }
}
