import { Deferred, Effect, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import { decodeDevWalletSnapshot } from "../DevWalletSnapshot.ts"
import { declining, origin } from "../testing/setupDevWallet.ts"
import { getFeature, setupStandardWallet } from "../testing/setupStandardWallet.ts"

const first = "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96"
const second = "AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD"
const purposes = ["payment", "ordinals"]

describe("a dev wallet in the Wallet Standard", () => {
  it("exposes the features of both chains, and shares no account without a request", () => {
    const { standard } = setupStandardWallet()
    expect(standard.chains).toEqual([
      "solana:mainnet",
      "solana:devnet",
      "solana:testnet",
      "bitcoin:mainnet",
      "bitcoin:testnet",
    ])
    expect(Object.keys(standard.features).toSorted()).toEqual([
      "bitcoin:connect",
      "bitcoin:disconnect",
      "bitcoin:events",
      "bitcoin:signAndSendTransaction",
      "bitcoin:signMessage",
      "bitcoin:signTransaction",
      "solana:signAndSendTransaction",
      "solana:signIn",
      "solana:signMessage",
      "solana:signTransaction",
      "standard:connect",
      "standard:disconnect",
      "standard:events",
    ])
    expect(standard.accounts).toEqual([])
  })

  it("exposes no send feature when signOnly is set", () => {
    const { standard } = setupStandardWallet({ features: { smartAccount: false, signOnly: true } })
    expect(Object.keys(standard.features).filter((name) => name.includes("Send"))).toEqual([])
  })

  it("requests approval per chain, and shares the selected account of that chain only", async () => {
    const { asked, standard } = setupStandardWallet()
    const solana = await getFeature(standard, "standard:connect").connect()
    expect(solana.accounts.map(({ address }) => address)).toEqual([first])
    const bitcoin = await getFeature(standard, "bitcoin:connect").connect({ purposes })
    expect(bitcoin.accounts.map(({ chains, purpose }) => [purpose, ...chains])).toEqual([
      ["payment", "bitcoin:mainnet"],
      ["payment", "bitcoin:testnet"],
      ["ordinals", "bitcoin:mainnet"],
      ["ordinals", "bitcoin:testnet"],
    ])
    expect(asked.map(({ _tag }) => _tag)).toEqual(["ConnectAddresses", "ConnectAddresses"])
    expect(standard.accounts).toHaveLength(5)
    await getFeature(standard, "standard:connect").connect()
    await getFeature(standard, "bitcoin:connect").connect({ purposes })
    expect(asked).toHaveLength(2)
  })

  it("returns the requested purposes, and shows the user all shared addresses", async () => {
    const { asked, standard } = setupStandardWallet()
    const { connect } = getFeature(standard, "bitcoin:connect")
    const { accounts } = await connect({ purposes: ["ordinals"] })
    expect(accounts.map(({ purpose }) => purpose)).toEqual(["ordinals", "ordinals"])
    const [question] = asked
    expect(question?._tag === "ConnectAddresses" && question.addresses).toHaveLength(4)
    for (const wrong of [[], ["change"]]) {
      await expect(connect({ purposes: wrong })).rejects.toMatchObject({ code: -32602 })
    }
  })

  it("revokes a dApp's permission on every chain, and keeps the state of chains it lacks", async () => {
    const { bitcoin, solana, wallet } = setupStandardWallet()
    await solana()
    await bitcoin()
    const snapshot = wallet.snapshot()
    wallet.disconnect(origin)
    expect(wallet.snapshot().sides).toMatchObject({ solana: { origins: [] }, bitcoin: { origins: [] } })
    const [onSolana] = wallet.sides
    const alone = setupStandardWallet({ snapshot, sides: onSolana === undefined ? [] : [onSolana] })
    alone.wallet.disconnect(origin)
    expect(alone.wallet.snapshot().sides).toMatchObject({
      solana: { origins: [] },
      bitcoin: { origins: [origin] },
    })
  })

  it("responds to a silent request with the accounts shared on each chain", async () => {
    const { asked, bitcoin, standard } = setupStandardWallet()
    const { connect } = getFeature(standard, "standard:connect")
    expect(await connect({ silent: true })).toEqual({ accounts: [] })
    expect(asked).toEqual([])
    await bitcoin()
    const { accounts } = await connect({ silent: true })
    expect(accounts).toHaveLength(4)
    expect(asked).toHaveLength(1)
  })

  it("shares nothing when declined, and rejects concurrent requests", async () => {
    const no = setupStandardWallet(declining)
    await expect(no.solana()).rejects.toMatchObject({ code: 4001 })
    expect(no.standard.accounts).toEqual([])
    const answer = Deferred.makeUnsafe<"approve">()
    const open = setupStandardWallet({ approve: () => Deferred.await(answer) })
    const connecting = open.solana()
    await expect(open.solana()).rejects.toMatchObject({ code: -32002 })
    Deferred.doneUnsafe(answer, Effect.succeed("approve"))
    expect((await connecting).address).toBe(first)
  })

  it("withdraws the approval request when the caller is interrupted", async () => {
    let withdrawn = false
    const { wallet } = setupStandardWallet({
      approve: () => Effect.onInterrupt(Effect.never, () => Effect.sync(() => (withdrawn = true))),
    })
    const connecting = Effect.runFork(wallet.handle(origin, "standard:connect", []))
    await Effect.runPromise(Fiber.interrupt(connecting))
    expect(withdrawn).toBe(true)
    expect(wallet.snapshot().sides).toBeUndefined()
  })

  it("disconnects one chain and keeps the other", async () => {
    const { bitcoin, solana, standard } = setupStandardWallet()
    await solana()
    const { payment } = await bitcoin()
    await getFeature(standard, "standard:disconnect").disconnect()
    expect(standard.accounts.every(({ purpose }) => purpose !== undefined)).toBe(true)
    const message = new Uint8Array([1])
    await expect(
      getFeature(standard, "bitcoin:signMessage").signMessage({ account: payment, message }),
    ).resolves.toHaveLength(1)
    await getFeature(standard, "bitcoin:disconnect").disconnect()
    expect(standard.accounts).toEqual([])
    await expect(
      getFeature(standard, "bitcoin:signMessage").signMessage({ account: payment, message }),
    ).rejects.toMatchObject({ code: 4100 })
  })

  it("emits each change of account, lock and permission once", async () => {
    const { solana, standard, wallet } = setupStandardWallet()
    const told: (readonly string[])[] = []
    const off = getFeature(standard, "standard:events").on("change", ({ accounts }) =>
      told.push((accounts ?? []).map(({ address }) => address)),
    )
    await solana()
    expect(told).toEqual([[first]])
    expect(wallet.selectAccount(second)).toBe(true)
    wallet.selectAccount(second)
    wallet.lock()
    wallet.unlock()
    wallet.disconnect(origin)
    expect(told).toEqual([[first], [second], [], [second], []])
    off()
    await solana()
    expect(told).toHaveLength(5)
    expect(wallet.selectAccount("11111111111111111111111111111111")).toBe(false)
  })

  it("unlocks only when the approval request announced it", async () => {
    const locked = setupStandardWallet()
    locked.wallet.lock()
    expect(await getFeature(locked.standard, "standard:connect").connect({ silent: true })).toEqual({
      accounts: [],
    })
    await locked.solana()
    expect(locked.asked).toMatchObject([{ _tag: "ConnectAddresses", locked: true }])
    expect(locked.wallet.snapshot().locked).toBe(false)
    const answer = Deferred.makeUnsafe<"approve">()
    const meanwhile = setupStandardWallet({ approve: () => Deferred.await(answer) })
    const connecting = meanwhile.solana()
    meanwhile.wallet.lock()
    Deferred.doneUnsafe(answer, Effect.succeed("approve"))
    await expect(connecting).rejects.toMatchObject({ code: 4100 })
  })

  it("rejects when another account is selected during the request", async () => {
    const answer = Deferred.makeUnsafe<"approve">()
    const { solana, wallet } = setupStandardWallet({ approve: () => Deferred.await(answer) })
    const connecting = solana()
    wallet.selectAccount(second)
    Deferred.doneUnsafe(answer, Effect.succeed("approve"))
    await expect(connecting).rejects.toMatchObject({ code: 4100 })
    expect(wallet.snapshot().sides?.solana?.origins).toEqual([])
  })

  it("signs nothing when locked or disconnected during the request", async () => {
    for (const happens of ["lock", "disconnect"] as const) {
      const answer = Deferred.makeUnsafe<"approve">()
      let asked = 0
      const { solana, standard, wallet } = setupStandardWallet({
        approve: () => (++asked === 1 ? Effect.succeed("approve") : Deferred.await(answer)),
      })
      const account = await solana()
      const signing = getFeature(standard, "solana:signMessage").signMessage({
        account,
        message: new Uint8Array([1]),
      })
      wallet[happens](origin)
      Deferred.doneUnsafe(answer, Effect.succeed("approve"))
      await expect(signing).rejects.toMatchObject({ code: 4100 })
    }
  })

  it("restores permissions from its snapshot, and ignores unreadable parts", async () => {
    const { bitcoin, solana, wallet } = setupStandardWallet()
    wallet.selectAccount(second)
    await solana()
    await bitcoin()
    const stored: unknown = JSON.parse(JSON.stringify(wallet.snapshot()))
    const again = setupStandardWallet({ snapshot: stored })
    const { accounts } = await getFeature(again.standard, "standard:connect").connect({ silent: true })
    expect(accounts.map(({ address }) => address)[0]).toBe(second)
    expect(accounts).toHaveLength(5)
    expect(again.asked).toEqual([])
    const other = again.wallet.standard("https://other.example")
    expect(await getFeature(other, "standard:connect").connect({ silent: true })).toEqual({ accounts: [] })

    const { sides: _, ...earlier } = wallet.snapshot()
    expect(decodeDevWalletSnapshot(earlier)).toEqual(earlier)
    for (const sides of [[], { solana: { account: first } }, { near: { account: "a", origins: [] } }]) {
      expect(decodeDevWalletSnapshot({ ...earlier, sides })).toBeNull()
    }
    const foreign = {
      ...wallet.snapshot(),
      sides: { solana: { account: "somebody else", origins: [origin] } },
    }
    const restored = await getFeature(
      setupStandardWallet({ snapshot: foreign }).standard,
      "standard:connect",
    ).connect({
      silent: true,
    })
    expect(restored.accounts.map(({ address }) => address)).toEqual([first])
  })

  it("exposes nothing without non-EVM keys", async () => {
    const { standard, wallet } = setupStandardWallet({ sides: [] })
    expect([standard.chains, Object.keys(standard.features)]).toEqual([[], []])
    const failure = await Effect.runPromise(Effect.flip(wallet.handle(origin, "standard:connect", [])))
    expect(failure.code).toBe(4200)
  })
})
