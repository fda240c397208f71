import { describe, expect, it } from "@effect/vitest"
import type { Connector } from "@wmodal/chains"
import { walletConnectId } from "@wmodal/chains/walletconnect"
import { SubscriptionRef } from "@wmodal/protocol"
import { bitcoin, mainnet } from "@wmodal/protocol/networks"
import { Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import type { Engine } from "../Engine.ts"
import { sessionsKey } from "../storage/session.ts"
import { makeTestChain, memoryStorage } from "../testing/makeEngineOver.ts"
import { reach } from "../testing/reach.ts"
import {
  collectEvents,
  getTags,
  getViews,
  openPageWith,
  polkadot,
  scanAndApprove,
  waitUntilAsked,
} from "../testing/relayPage.ts"
import { scriptedWallet } from "../testing/scriptedWallet.ts"
import { phoneSessions, scriptedWalletConnect } from "../testing/scriptedWalletConnect.ts"

const now = SubscriptionRef.getUnsafe

const selected = (engine: Engine) => now(engine.networks.selected).caipNetworkId

describe("wallet over a relay", () => {
  it.effect("connects all approved chains, including one without chain code", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* openPageWith(phone)
      yield* engine.ready
      expect(phone.made()).toBe(0)
      const events = yield* collectEvents(engine)
      const connected = yield* scanAndApprove(engine, phone, "eip155", "solana", "polkadot")
      expect(connected.account).toBe(phoneSessions.eip155.accounts[0])
      expect(getTags(engine)).toEqual({ eip155: "Connected", solana: "Connected", polkadot: "Connected" })
      for (const state of Object.values(now(engine.connection.state)))
        expect(state).toMatchObject({ wallet: { connectorId: walletConnectId, name: "Phone Wallet" } })
      expect(engine.connection.connectorOf("polkadot")?.namespace).toBe("polkadot")
      expect(selected(engine)).toBe(mainnet.caipNetworkId)
      expect(now(engine.pairing.link)).toBe(null)
      yield* Effect.yieldNow
      expect(events).toContainEqual(
        expect.objectContaining({
          name: "CONNECT_SUCCESS",
          properties: { method: "qrcode", name: "Phone Wallet" },
        }),
      )
    }),
  )

  it.effect("shows the address of a chain without code, and fails its other reads", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* openPageWith(phone, {}, { networks: [polkadot] })
      yield* scanAndApprove(engine, phone, "polkadot")
      const account = yield* reach(engine.account.state, (state) => state?.balance._tag === "Failed")
      expect(account).toMatchObject({
        caipAddress: phoneSessions.polkadot.accounts[0],
        balance: { problem: { reason: { _tag: "AdapterNotFound", what: "polkadot" } } },
      })
      yield* engine.connection.disconnect("polkadot")
      expect(getTags(engine)).toMatchObject({ polkadot: "Disconnected" })
      expect(now(engine.account.state)).toBe(null)
    }),
  )

  it.effect("keeps the chains of another wallet, and connects the approved requested chain", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* openPageWith(phone)
      yield* engine.connection.connectAndWait("Scripted Sun")
      const connecting = yield* Effect.forkChild(engine.connection.connectAndWait(walletConnectId, "eip155"))
      yield* waitUntilAsked(engine)
      phone.approve("eip155", "solana")
      yield* Fiber.join(connecting)
      expect(now(engine.connection.state)).toMatchObject({
        eip155: { _tag: "Connected", wallet: { connectorId: walletConnectId } },
        solana: { _tag: "Connected", wallet: { connectorId: "Scripted Sun" } },
      })
      expect(selected(engine)).toBe(mainnet.caipNetworkId)
    }),
  )

  it.effect("connects the approved chains when the requested one is not among them", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* openPageWith(phone)
      const connected = yield* scanAndApprove(engine, phone, "polkadot", "solana")
      expect(connected.account).toBe(phoneSessions.polkadot.accounts[0])
      expect(getTags(engine)).toEqual({ eip155: "Disconnected", solana: "Connected", polkadot: "Connected" })
      expect(selected(engine)).toBe(polkadot.caipNetworkId)
      // The requested chain can still be connected with another wallet.
      yield* engine.connection.connectAndWait("io.scripted")
      expect(getTags(engine)).toMatchObject({ eip155: "Connected", polkadot: "Connected" })
    }),
  )

  it.effect("restores every chain after a reload without chain code and without a prompt", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const storage = memoryStorage()
      const first = yield* Scope.make()
      const engine = yield* openPageWith(phone, { storage }).pipe(Scope.provide(first))
      yield* scanAndApprove(engine, phone, "eip155", "solana", "polkadot")
      yield* Scope.close(first, Exit.void)

      const lost = { namespace: "eip155", load: () => Promise.reject(new Error("offline")) }
      const again = yield* openPageWith(phone, { storage }, { chains: [lost] })
      expect(getTags(again)).toEqual({ eip155: "Restoring", solana: "Restoring", polkadot: "Restoring" })
      expect(now(again.connection.state).eip155).toMatchObject({ wallet: { name: "Phone Wallet" } })
      yield* again.ready
      expect(getTags(again)).toEqual({ eip155: "Connected", solana: "Connected", polkadot: "Connected" })
      expect(phone.asked()).toBe(0)
    }),
  )

  it.effect("drops the chains that the session no longer has", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const storage = memoryStorage()
      yield* Effect.scoped(
        Effect.flatMap(openPageWith(phone, { storage }), (engine) =>
          scanAndApprove(engine, phone, "eip155", "solana"),
        ),
      )
      phone.leave()
      const again = yield* openPageWith(phone, { storage })
      yield* again.ready
      expect(now(again.connection.state)).toMatchObject({
        eip155: { _tag: "Disconnected", because: { reason: { _tag: "SessionEnded" } } },
        solana: { _tag: "Disconnected", because: { reason: { _tag: "SessionEnded" } } },
      })
    }),
  )

  it.effect("ends for all its chains when one is disconnected, and when the phone ends it", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const storage = memoryStorage()
      const engine = yield* openPageWith(phone, { storage })
      yield* scanAndApprove(engine, phone, "eip155", "solana", "polkadot")
      yield* engine.connection.disconnect("solana")
      yield* reach(engine.connection.state, (all) =>
        Object.values(all).every(({ _tag }) => _tag === "Disconnected"),
      )
      expect(storage.held.has(sessionsKey)).toBe(false)

      yield* scanAndApprove(engine, phone, "eip155", "solana")
      phone.leave()
      yield* reach(engine.connection.state, (all) =>
        Object.values(all).every(({ _tag }) => _tag === "Disconnected"),
      )
      expect(storage.held.has(sessionsKey)).toBe(false)
      yield* reach(engine.account.state, (account) => account === null)
    }),
  )

  it.effect("ends the session when another wallet takes its last chain, and not before", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* openPageWith(phone)
      yield* scanAndApprove(engine, phone, "eip155", "solana")
      yield* engine.connection.connectAndWait("Scripted Sun")
      expect(now(engine.connection.state).eip155).toMatchObject({ wallet: { connectorId: walletConnectId } })
      expect(phone.ended()).toBe(0)
      yield* engine.connection.connectAndWait("io.scripted")
      expect(phone.ended()).toBe(1)
      expect(getTags(engine)).toMatchObject({ eip155: "Connected", solana: "Connected" })
    }),
  )

  it.effect("keeps a connected wallet while another one's code is shown, and requests that once", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* openPageWith(phone)
      yield* engine.connection.connectAndWait("io.scripted")
      yield* engine.router.open({ _tag: "Connect" })
      yield* engine.router.push({ _tag: "ConnectingWalletConnect", wallet: null, namespace: "eip155" })
      yield* waitUntilAsked(engine)
      expect(now(engine.connection.state).eip155).toMatchObject({
        wallet: { connectorId: "io.scripted" },
        next: { _tag: "Connecting", wallet: { connectorId: walletConnectId } },
      })
      yield* TestClock.adjust("2 minutes")
      // The view on top may be left and shown again.
      yield* engine.router.push({ _tag: "WhatIsAWallet" })
      yield* engine.router.goBack
      expect(phone.asked()).toBe(1)
      yield* engine.router.goBack
      expect(now(engine.connection.state).eip155).toMatchObject({ wallet: { connectorId: "io.scripted" } })
      expect(now(engine.connection.state).eip155).not.toHaveProperty("next")
    }),
  )

  it.effect("replaces an earlier session and ends only the chains that the new one lacks", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* openPageWith(phone)
      yield* scanAndApprove(engine, phone, "solana", "polkadot")
      yield* engine.router.open({ _tag: "AllWallets" })
      yield* engine.router.push({ _tag: "ConnectingWalletConnect", wallet: null, namespace: "polkadot" })
      yield* waitUntilAsked(engine)
      phone.leave()
      yield* reach(engine.connection.state, ({ solana: state }) => state?._tag === "Disconnected")
      expect(getTags(engine)).toMatchObject({ polkadot: "Connecting" })
      expect(getViews(engine)).toEqual(["AllWallets", "ConnectingWalletConnect"])
      phone.approve("polkadot")
      yield* reach(engine.connection.state, ({ polkadot: state }) => state?._tag === "Connected")
      expect(getTags(engine)).toEqual({
        eip155: "Disconnected",
        solana: "Disconnected",
        polkadot: "Connected",
      })
    }),
  )

  it.effect("applies the phone's events to each chain", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* openPageWith(phone)
      yield* scanAndApprove(engine, phone, "eip155", "solana")
      const other = "eip155:1:0x70997970c51812dc3a010c7d01b50e0d17dc79c8" as const
      phone.say("eip155", { _tag: "AccountsChanged", accounts: [other] })
      phone.say("eip155", { _tag: "NetworkChanged", network: "eip155:10" })
      const moved = other.replace("eip155:1:", "eip155:10:")
      yield* reach(engine.account.state, (account) => account?.caipAddress === moved)
      phone.say("eip155", { _tag: "NetworkChanged", network: "eip155:999" })
      yield* reach(engine.networks.shown, ({ known }) => !known)
    }),
  )
})

describe("late approval over a relay", () => {
  /** Connects, cancels, and has the phone approve all the same. */
  const late = (phone: ReturnType<typeof scriptedWalletConnect>, options?: object) =>
    Effect.gen(function* () {
      const engine = yield* openPageWith(phone, {}, options)
      yield* engine.connection.connect(walletConnectId)
      yield* waitUntilAsked(engine)
      yield* engine.connection.cancel()
      phone.approve("eip155", "solana")
      yield* reach(engine.connection.late, (offer) => offer !== null)
      return engine
    })

  it.effect("offers the session, and connects all its chains when it is accepted", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* late(phone)
      expect(now(engine.connection.late)).toMatchObject({
        namespace: "eip155",
        wallet: { connectorId: walletConnectId, name: "Phone Wallet" },
      })
      expect(getTags(engine)).toMatchObject({ eip155: "Disconnected", solana: "Disconnected" })
      yield* engine.connection.acceptLate
      expect(getTags(engine)).toMatchObject({ eip155: "Connected", solana: "Connected" })
      expect(phone.decisions).toEqual([true])
      expect(now(engine.connection.late)).toBe(null)
    }),
  )

  it.effect("drops the session when the phone has ended it before it is accepted", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* late(phone)
      phone.leave()
      yield* engine.connection.acceptLate
      expect(getTags(engine)).toMatchObject({ eip155: "Disconnected", solana: "Disconnected" })
      expect(now(engine.connection.late)).toBe(null)
    }),
  )

  it.effect("rejects the session when it is dismissed, or when another wallet connects first", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* late(phone)
      yield* engine.connection.dismissLate
      expect(phone.decisions).toEqual([false])

      const other = scriptedWalletConnect()
      const second = yield* late(other)
      yield* second.connection.connectAndWait("io.scripted")
      expect(now(second.connection.late)).toBe(null)
      expect(other.decisions).toEqual([false])
    }),
  )

  it.effect("ends the session when a late approval of another wallet is accepted", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const asked: Parameters<Connector["connect"]>[0][] = []
      const { connector } = scriptedWallet({
        connect: (request) => {
          asked.push(request)
          return Effect.never
        },
      })
      const engine = yield* openPageWith(phone, {}, { chains: [makeTestChain([connector])] })
      yield* scanAndApprove(engine, phone, "eip155")
      yield* engine.connection.connect(connector.id, "eip155")
      yield* engine.connection.cancel()
      expect(phone.ended()).toBe(0)
      asked[0]?.onLateApproval(phoneSessions.eip155)
      yield* engine.connection.acceptLate
      expect(now(engine.connection.state).eip155).toMatchObject({ wallet: { connectorId: connector.id } })
      yield* TestClock.adjust("1 second")
      expect(phone.ended()).toBe(1)
    }),
  )

  it.effect("rejects the session when the phone is connected already", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* openPageWith(phone)
      yield* engine.connection.connect(walletConnectId)
      yield* waitUntilAsked(engine)
      yield* engine.connection.cancel()
      const again = yield* Effect.forkChild(engine.connection.connectAndWait(walletConnectId))
      yield* waitUntilAsked(engine)
      phone.approveNewest("eip155")
      yield* Fiber.join(again)
      phone.approve("eip155", "solana")
      yield* Effect.yieldNow
      expect(phone.decisions).toEqual([false])
      expect(now(engine.connection.late)).toBe(null)
    }),
  )
})

describe("networks over a relay", () => {
  it.effect("selects a chain that only the phone has once it is connected", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* openPageWith(phone, {}, { networks: [mainnet, bitcoin] })
      expect(getTags(engine)).toEqual({
        eip155: "Disconnected",
        solana: "Disconnected",
        bip122: "Disconnected",
      })
      yield* scanAndApprove(engine, phone, "eip155", "bip122")
      yield* engine.networks.switchTo(bitcoin.caipNetworkId)
      expect(now(engine.account.state)?.caipAddress).toBe(phoneSessions.bip122.accounts[0])
    }),
  )
})
