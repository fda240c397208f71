import { describe, expect, it } from "@effect/vitest"
import {
  frameCode,
  frameEoa,
  frameSmartAccount,
  frameSolana,
  makeFrameMemory,
  makeScriptedFrame,
} from "@wmodal/dev-wallet/testing"
import { FrameRefusal } from "@wmodal/frame-rpc/frame"
import { SubscriptionRef } from "@wmodal/protocol"
import { mainnet, optimism, solana } from "@wmodal/protocol/networks"
import { Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import type { ConnectorEvent } from "../contract/Connector.ts"
import {
  collectEvents,
  connectOn,
  evmAndSolana,
  makeConnectedPage,
  makeFramePage,
  makeSignedInPage,
} from "../testing/framePage.ts"

const refused = (text: string) => () => Effect.fail(new FrameRefusal({ text }))

describe("connect of the embedded wallet", () => {
  it.effect("mounts no frame before a user has signed in", () =>
    Effect.gen(function* () {
      const { evm, frame } = yield* makeFramePage()
      expect((yield* Effect.flip(connectOn(evm))).reason._tag).toBe("Locked")
      expect((yield* Effect.flip(evm.restore)).reason._tag).toBe("Locked")
      expect(frame.mounts()).toBe(0)
    }),
  )

  it.effect("requests the user by network number and stores the session", () =>
    Effect.gen(function* () {
      const { frame, remembered, session, wallet } = yield* makeConnectedPage({
        deps: { memory: makeFrameMemory({ lastEmailLogin: -100_000 }) },
      })
      expect(session).toEqual({
        accounts: [`eip155:1:${frameEoa}`],
        network: "eip155:1",
        details: { [frameEoa]: { type: "eoa", publicKey: null } },
      })
      expect(frame.askedFor("GET_USER")).toEqual([{ chainId: 1, preferredAccountType: "eoa" }])
      expect(remembered()).toEqual({
        loginUsed: true,
        email: "ada@example.com",
        username: null,
        lastChain: "1",
        lastEmailLogin: null,
        smartAccountNetworks: [1, 10],
        accountType: null,
      })
      expect(SubscriptionRef.getUnsafe(wallet.user)).toEqual({
        email: "ada@example.com",
        username: null,
        accounts: [
          { address: frameEoa, type: "eoa" },
          { address: frameSmartAccount, type: "smartAccount" },
        ],
        inUse: "eoa",
        smartAccountDeployed: false,
        smartAccountNetworks: [1, 10],
      })
    }),
  )

  it.effect("sends metadata and theme to the frame once it is ready", () =>
    Effect.gen(function* () {
      const { frame } = yield* makeConnectedPage()
      expect(frame.askedFor("SYNC_DAPP_DATA")).toEqual([
        {
          metadata: { name: "Page", description: "", url: "https://page.example", icons: [] },
          sdkVersion: "html-evm-0.1.0",
          sdkType: "appkit",
          projectId: "test",
        },
      ])
      expect(frame.askedFor("SYNC_THEME")).toHaveLength(1)
    }),
  )

  it.effect("returns the other chain with the same approval", () =>
    Effect.gen(function* () {
      const { evm, frame, solana: other } = yield* makeSignedInPage({ deps: evmAndSolana })
      const session = yield* connectOn(evm)
      expect(session.otherChains).toEqual([
        {
          connector: other(),
          session: { accounts: [`${solana.caipNetworkId}:${frameSolana}`], network: null },
        },
      ])
      expect(frame.askedFor("GET_USER")).toEqual([
        { chainId: 1, preferredAccountType: "eoa" },
        { chainId: solana.caipNetworkId },
      ])
      expect(yield* other().restore).toEqual(session.otherChains?.[0]?.session)
    }),
  )

  it.effect("returns one chain when the frame has no valid account on the other", () =>
    Effect.gen(function* () {
      const frame = makeScriptedFrame({ plain: true })
      const { evm, solana: other } = yield* makeSignedInPage({ deps: evmAndSolana, frame })
      frame.person.solana = frameEoa
      expect((yield* connectOn(evm)).otherChains).toBeUndefined()
      expect((yield* Effect.flip(connectOn(other(), solana))).reason).toEqual({
        _tag: "Malformed",
        what: "GET_USER",
      })
    }),
  )

  it.effect("offers one connector for each chain with code and a network", () =>
    Effect.gen(function* () {
      const names = (wallet: { readonly connectors: readonly { readonly namespace: string }[] }) =>
        wallet.connectors.map(({ namespace }) => namespace)
      expect(names((yield* makeFramePage()).wallet)).toEqual(["eip155"])
      expect(names((yield* makeFramePage({ deps: evmAndSolana })).wallet)).toEqual(["eip155", "solana"])
      expect(names((yield* makeFramePage({ deps: { networks: [mainnet, solana] } })).wallet)).toEqual([
        "eip155",
      ])
    }),
  )
})

describe("user details after another sign-in", () => {
  it.effect("clears the email and the name of the previous user", () =>
    Effect.gen(function* () {
      const { evm, frame, remembered, wallet } = yield* makeConnectedPage()
      const who = () => {
        const user = SubscriptionRef.getUnsafe(wallet.user)
        return [user?.email, user?.username]
      }
      expect(who()).toEqual(["ada@example.com", null])
      frame.person.email = null
      frame.person.eoa = frameSmartAccount
      frame.person.smartAccount = null
      yield* wallet.connectFarcaster
      yield* connectOn(evm)
      expect(who()).toEqual([null, "ada"])
      frame.person.email = "grace@example.com"
      frame.person.eoa = frameEoa
      yield* wallet.connectOtp(frameCode)
      yield* connectOn(evm)
      expect(who()).toEqual(["grace@example.com", null])
      expect(remembered()).toMatchObject({ email: "grace@example.com", username: null })
    }),
  )
})

describe("account type", () => {
  it.effect("switches once to the preferred type when the frame uses another one", () =>
    Effect.gen(function* () {
      const { frame, session } = yield* makeConnectedPage({ deps: { preferred: "smartAccount" } })
      expect(session.accounts).toEqual([`eip155:1:${frameSmartAccount}`])
      expect(session.details).toEqual({ [frameSmartAccount]: { type: "smartAccount", publicKey: null } })
      expect(frame.askedFor("SET_PREFERRED_ACCOUNT")).toEqual([{ type: "smartAccount" }])
      expect(frame.askedFor("GET_USER")).toHaveLength(2)
    }),
  )

  it.effect("falls back to the key's own account when the switch fails, without a retry", () =>
    Effect.gen(function* () {
      const { evm, frame, session } = yield* makeConnectedPage({
        deps: { preferred: "smartAccount" },
        frame: { answers: { SET_PREFERRED_ACCOUNT: refused("Not here") } },
      })
      expect(session.accounts).toEqual([`eip155:1:${frameEoa}`])
      yield* evm.switchNetwork(optimism)
      expect(frame.askedFor("SET_PREFERRED_ACCOUNT")).toHaveLength(1)
      expect(frame.askedFor("GET_USER").at(-1)).toEqual({ chainId: "eip155:10", preferredAccountType: "eoa" })
    }),
  )

  it.effect("requests a smart account only on networks that support it", () =>
    Effect.gen(function* () {
      const frame = makeScriptedFrame({ plain: true })
      frame.person.networks = [10]
      const { evm, session } = yield* makeConnectedPage({ frame, deps: { preferred: "smartAccount" } })
      expect(session.accounts).toEqual([`eip155:1:${frameEoa}`])
      expect(frame.askedFor("SET_PREFERRED_ACCOUNT")).toEqual([])
      yield* evm.switchNetwork(optimism)
      expect((yield* evm.restore).accounts).toEqual([`eip155:10:${frameSmartAccount}`])
    }),
  )

  it.effect("changes with the user's choice, persists and is emitted", () =>
    Effect.gen(function* () {
      const { evm, remembered, wallet } = yield* makeConnectedPage()
      const events = yield* collectEvents(evm)
      yield* wallet.setAccountType("smartAccount")
      expect(yield* events.until(1)).toEqual([
        {
          _tag: "AccountsChanged",
          accounts: [`eip155:1:${frameSmartAccount}`],
          details: { [frameSmartAccount]: { type: "smartAccount", publicKey: null } },
        },
      ])
      expect(remembered().accountType).toBe("smartAccount")
      expect(SubscriptionRef.getUnsafe(wallet.user)?.inUse).toBe("smartAccount")
    }),
  )

  it.effect("keeps the key's own account when the chosen type is not available", () =>
    Effect.gen(function* () {
      const { frame, remembered, wallet } = yield* makeConnectedPage()
      frame.person.smartAccount = null
      const error = yield* Effect.flip(wallet.setAccountType("smartAccount"))
      expect(error.message).toBe("No such account")
      expect(remembered().accountType).toBeNull()
      expect(SubscriptionRef.getUnsafe(wallet.user)?.inUse).toBe("eoa")
    }),
  )

  it.effect("stores no smart account networks when the frame fails to report them", () =>
    Effect.gen(function* () {
      const { remembered } = yield* makeConnectedPage({
        deps: { memory: makeFrameMemory({ smartAccountNetworks: [1] }) },
        frame: { answers: { GET_SMART_ACCOUNT_ENABLED_NETWORKS: refused("Away") } },
      })
      expect(remembered().smartAccountNetworks).toEqual([])
    }),
  )
})

describe("networks of the embedded wallet", () => {
  it.effect("switches the frame and requests the user by CAIP-2", () =>
    Effect.gen(function* () {
      const { evm, frame, remembered } = yield* makeConnectedPage()
      const events = yield* collectEvents(evm)
      yield* evm.switchNetwork(optimism)
      expect(frame.askedFor("SWITCH_NETWORK")).toEqual([{ chainId: "eip155:10" }])
      expect(frame.askedFor("GET_USER").at(-1)).toEqual({ chainId: "eip155:10", preferredAccountType: "eoa" })
      expect(remembered().lastChain).toBe("eip155:10")
      expect(yield* events.until(1)).toContainEqual({ _tag: "NetworkChanged", network: "eip155:10" })
      const before = frame.asked.length
      expect((yield* evm.restore).network).toBe("eip155:10")
      expect(frame.asked).toHaveLength(before)
    }),
  )

  it.effect("keeps the network when the frame fails to switch or reports another one", () =>
    Effect.gen(function* () {
      const away = yield* makeConnectedPage({ frame: { answers: { SWITCH_NETWORK: refused("Not there") } } })
      expect((yield* Effect.flip(away.evm.switchNetwork(optimism))).reason).toEqual({
        _tag: "Failed",
        code: null,
        text: "Not there",
      })
      expect((yield* away.evm.restore).network).toBe("eip155:1")
      const elsewhere = yield* makeConnectedPage({
        frame: { answers: { SWITCH_NETWORK: () => Effect.succeed({ chainId: 1 }) } },
      })
      expect((yield* Effect.flip(elsewhere.evm.switchNetwork(optimism))).reason._tag).toBe("Malformed")
      expect((yield* elsewhere.evm.restore).network).toBe("eip155:1")
    }),
  )

  it.effect("rejects a network that the host app does not have", () =>
    Effect.gen(function* () {
      const { evm, frame } = yield* makeConnectedPage()
      expect((yield* Effect.flip(evm.switchNetwork(solana))).reason._tag).toBe("NetworkNotSupported")
      expect(frame.askedFor("SWITCH_NETWORK")).toEqual([])
    }),
  )
})

const forgotten = { loginUsed: false, email: null, username: null, lastChain: null }

describe("restore of the embedded wallet", () => {
  const visit = { loginUsed: true, email: "ada@example.com", lastChain: "eip155:10" }

  it.effect("checks the sign-in and restores the last network", () =>
    Effect.gen(function* () {
      const frame = makeScriptedFrame({ plain: true })
      frame.person.isSignedIn = true
      const { evm } = yield* makeFramePage({ frame, deps: { memory: makeFrameMemory(visit) } })
      expect((yield* evm.restore).accounts).toEqual([`eip155:10:${frameEoa}`])
      expect(frame.askedFor("IS_CONNECTED")).toHaveLength(1)
      expect(frame.askedFor("GET_USER")).toEqual([{ chainId: 10, preferredAccountType: "eoa" }])
    }),
  )

  it.effect("clears the stored user when the frame reports no sign-in", () =>
    Effect.gen(function* () {
      const { evm, remembered } = yield* makeFramePage({
        deps: { memory: makeFrameMemory({ ...visit, accountType: "eoa", lastEmailLogin: 1 }) },
      })
      expect((yield* Effect.flip(evm.restore)).reason._tag).toBe("Locked")
      expect(remembered()).toMatchObject({ ...forgotten, accountType: "eoa", lastEmailLogin: 1 })
    }),
  )

  it.effect("clears the stored user when the frame fails to report the sign-in", () =>
    Effect.gen(function* () {
      const { evm, remembered } = yield* makeFramePage({
        deps: { memory: makeFrameMemory(visit) },
        frame: { answers: { IS_CONNECTED: refused("Broken") } },
      })
      expect((yield* Effect.flip(evm.restore)).reason._tag).toBe("Locked")
      expect(remembered()).toMatchObject(forgotten)
    }),
  )

  it.effect("clears the stored user when the frame cannot be loaded", () =>
    Effect.gen(function* () {
      const told: string[] = []
      const { evm, remembered } = yield* makeFramePage({
        deps: {
          memory: makeFrameMemory(visit),
          host: () => Promise.reject(new Error("No frames.")),
          onTimeout: (what) => void told.push(what),
        },
      })
      expect((yield* Effect.flip(evm.restore)).reason._tag).toBe("ChunkLoadFailed")
      expect((yield* Effect.flip(evm.restore)).reason._tag).toBe("Locked")
      expect(remembered()).toMatchObject(forgotten)
      expect(told).toEqual(["load"])
    }),
  )
})

describe("disconnect of the embedded wallet", () => {
  it.effect("signs out of the frame, clears the stored user and disconnects every chain", () =>
    Effect.gen(function* () {
      const {
        evm,
        frame,
        remembered,
        solana: other,
        wallet,
      } = yield* makeConnectedPage({ deps: evmAndSolana })
      const events = [yield* collectEvents(evm), yield* collectEvents(other())] as const
      yield* evm.disconnect
      yield* other().disconnect
      expect(frame.askedFor("SIGN_OUT")).toHaveLength(1)
      for (const one of events) expect(yield* one.until(1)).toEqual([{ _tag: "Disconnected" }])
      expect(remembered()).toMatchObject({ loginUsed: false, email: null, lastChain: null })
      expect(SubscriptionRef.getUnsafe(wallet.user)).toBeNull()
      expect((yield* Effect.flip(connectOn(evm))).reason._tag).toBe("Locked")
    }),
  )

  it.effect("clears the stored user and ends the session when the frame fails to sign out", () =>
    Effect.gen(function* () {
      const { evm, remembered, wallet } = yield* makeConnectedPage({
        frame: { answers: { SIGN_OUT: refused("Not now") } },
      })
      expect((yield* Effect.flip(evm.disconnect)).reason).toMatchObject({ _tag: "Failed", text: "Not now" })
      expect(remembered()).toMatchObject(forgotten)
      expect(SubscriptionRef.getUnsafe(wallet.user)).toBeNull()
      expect((yield* Effect.flip(evm.restore)).reason._tag).toBe("Locked")
    }),
  )

  it.effect("leaves one frame and no further listeners after 50 sessions", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { evm, frame, wallet } = yield* Scope.provide(makeFramePage({ deps: evmAndSolana }), scope)
      let standing = 0
      for (let time = 0; time < 50; time += 1) {
        yield* wallet.connectOtp(frameCode)
        yield* connectOn(evm)
        yield* evm.disconnect
        standing = Math.max(standing, frame.mounted())
        // The frame accepts at most 50 requests per second.
        yield* TestClock.adjust("1 second")
      }
      expect([frame.mounts(), standing, frame.listeners()]).toEqual([1, 1, 2])
      yield* Scope.close(scope, Exit.void)
      expect([frame.mounted(), frame.listeners()]).toEqual([0, 0])
    }),
  )
})

describe("locked session", () => {
  const lockedEvent: ConnectorEvent = {
    _tag: "Disconnected",
    cause: expect.objectContaining({ reason: { _tag: "Locked" } }),
  }

  it.effect("emits Locked once after the frame reports no sign-in", () =>
    Effect.gen(function* () {
      const { evm, frame, remembered, wallet } = yield* makeConnectedPage()
      const events = yield* collectEvents(evm)
      frame.person.isSignedIn = false
      for (let time = 0; time < 20; time += 1) frame.sayChanged()
      expect(yield* events.until(1)).toEqual([lockedEvent])
      expect(SubscriptionRef.getUnsafe(wallet.user)).toBeNull()
      expect(frame.askedFor("IS_CONNECTED").length).toBeLessThanOrEqual(2)
      expect(remembered().loginUsed).toBe(false)
      expect((yield* Effect.flip(evm.restore)).reason._tag).toBe("Locked")
    }),
  )

  it.effect("emits Locked after another user has signed in", () =>
    Effect.gen(function* () {
      const { evm, frame, remembered, wallet } = yield* makeConnectedPage()
      const events = yield* collectEvents(evm)
      frame.person.eoa = "0x90F79bf6EB2c4f870365E785982E1f101E93b906"
      frame.person.smartAccount = null
      frame.sayChanged()
      expect(yield* events.until(1)).toEqual([lockedEvent])
      expect(remembered()).toMatchObject({ loginUsed: false, email: null, username: null, lastChain: null })
      expect(SubscriptionRef.getUnsafe(wallet.user)).toBeNull()
    }),
  )

  it.effect("emits no event while the same user is signed in", () =>
    Effect.gen(function* () {
      const { evm, frame, session } = yield* makeConnectedPage()
      const events = yield* collectEvents(evm)
      frame.sayChanged()
      yield* frame.whenAsked("GET_USER", 2)
      yield* Effect.yieldNow
      expect(events.now()).toEqual([])
      expect(yield* evm.restore).toEqual(session)
    }),
  )

  it.effect("emits Locked when the user is gone after the frame navigated", () =>
    Effect.gen(function* () {
      const { evm, frame, wallet } = yield* makeConnectedPage()
      const events = yield* collectEvents(evm)
      frame.person.isSignedIn = false
      frame.navigate()
      expect(yield* events.until(1)).toEqual([lockedEvent])
      expect(SubscriptionRef.getUnsafe(wallet.user)).toBeNull()
    }),
  )

  it.effect("emits Locked when another network has another user's account", () =>
    Effect.gen(function* () {
      const { evm, frame, wallet } = yield* makeConnectedPage()
      const events = yield* collectEvents(evm)
      frame.person.eoa = "0x90F79bf6EB2c4f870365E785982E1f101E93b906"
      frame.person.smartAccount = null
      expect((yield* Effect.flip(evm.switchNetwork(optimism))).reason._tag).toBe("Malformed")
      expect(yield* events.until(1)).toEqual([lockedEvent])
      expect(SubscriptionRef.getUnsafe(wallet.user)).toBeNull()
    }),
  )

  it.effect("fails connect with Locked when the frame has another user's account", () =>
    Effect.gen(function* () {
      const { evm, frame, wallet } = yield* makeConnectedPage()
      frame.person.eoa = "0x90F79bf6EB2c4f870365E785982E1f101E93b906"
      frame.person.smartAccount = null
      expect((yield* Effect.flip(connectOn(evm))).reason._tag).toBe("Locked")
      expect(SubscriptionRef.getUnsafe(wallet.user)).toBeNull()
    }),
  )

  it.effect("emits Locked when the frame navigates away and does not return", () =>
    Effect.gen(function* () {
      const { evm, frame, remembered, wallet } = yield* makeConnectedPage()
      const events = yield* collectEvents(evm)
      frame.freeze(true)
      frame.navigate()
      yield* TestClock.adjust("31 seconds")
      expect(yield* events.until(1)).toEqual([lockedEvent])
      expect(SubscriptionRef.getUnsafe(wallet.user)).toBeNull()
      expect(remembered().loginUsed).toBe(true)
      frame.freeze(false)
      yield* connectOn(evm)
      expect(frame.mounts()).toBe(2)
    }),
  )

  it.effect("keeps the session when a lost request of the frame times out", () =>
    Effect.gen(function* () {
      const { evm, frame } = yield* makeConnectedPage({
        frame: { answers: { SWITCH_NETWORK: () => Effect.never } },
      })
      const switching = yield* Effect.forkChild(Effect.flip(evm.switchNetwork(optimism)))
      yield* frame.whenAsked("SWITCH_NETWORK", 1)
      yield* TestClock.adjust("2 minutes")
      expect((yield* Fiber.join(switching)).reason._tag).toBe("Offline")
      yield* connectOn(evm)
    }),
  )

  it.effect("emits no event when the frame reloads during the check", () =>
    Effect.gen(function* () {
      let looks = 0
      const isThere = Effect.suspend(() => {
        looks += 1
        // The first request gets no response: the browser reports the navigation a moment later.
        return looks === 1 ? Effect.never : Effect.succeed({ isConnected: true })
      })
      const { evm, frame, session, wallet } = yield* makeConnectedPage({
        frame: { answers: { IS_CONNECTED: () => isThere } },
      })
      const events = yield* collectEvents(evm)
      frame.startAnew()
      yield* frame.whenAsked("IS_CONNECTED", 1)
      frame.befall({ _tag: "Navigated" })
      yield* frame.whenAsked("IS_CONNECTED", 2)
      yield* evm.signMessage({ account: session.accounts[0], message: "hello" })
      expect(events.now()).toEqual([])
      expect(SubscriptionRef.getUnsafe(wallet.user)).not.toBeNull()
    }),
  )
})
