import { Deferred, Effect, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import type { makeDevWallet } from "./DevWallet.ts"
import { declining, first, origin, second, setupDevWallet } from "./testing/setupDevWallet.ts"

describe("sharing accounts", () => {
  it("shares no account before approval and all afterwards, the selected one first", async () => {
    const { asked, request, wallet } = setupDevWallet()
    expect(await request("eth_accounts")).toEqual([])
    expect(await request("eth_requestAccounts")).toEqual([first, second])
    wallet.selectAccount(second.toLowerCase())
    expect(await request("eth_accounts")).toEqual([second, first])
    expect(asked.map(({ _tag }) => _tag)).toEqual(["Connect"])
  })

  it("requests approval once: a permitted dApp gets an immediate response", async () => {
    const { asked, request } = setupDevWallet()
    await request("eth_requestAccounts")
    await request("eth_requestAccounts")
    expect(asked).toHaveLength(1)
  })

  it("drops the permission granted first when there are more than a thousand", async () => {
    const origins = Array.from({ length: 1000 }, (_, at) => `https://page${at}.example`)
    const { request, wallet } = setupDevWallet({
      snapshot: { ...setupDevWallet().wallet.snapshot(), origins },
    })
    await request("eth_requestAccounts")
    const kept = [...origins.slice(1), origin]
    expect(setupDevWallet({ snapshot: wallet.snapshot() }).wallet.snapshot().origins).toEqual(kept)
  })

  it("grants the permission to one origin only", async () => {
    const { request, wallet } = setupDevWallet()
    await request("eth_requestAccounts")
    expect(await wallet.provider("https://other.example").request({ method: "eth_accounts" })).toEqual([])
  })

  it("rejects with 4001 when declined, and shares nothing", async () => {
    const { request } = setupDevWallet(declining)
    await expect(request("eth_requestAccounts")).rejects.toMatchObject({ code: 4001 })
    expect(await request("eth_accounts")).toEqual([])
  })

  it("rejects a concurrent request of the same kind with -32002, until the first is withdrawn", async () => {
    const { wallet } = setupDevWallet({ approve: () => Effect.never })
    const asking = Effect.runFork(wallet.handle(origin, "eth_requestAccounts", []))
    const again = wallet.handle(origin, "eth_requestAccounts", [])
    expect(await Effect.runPromise(Effect.flip(again))).toMatchObject({ code: -32002 })
    await Effect.runPromise(Fiber.interrupt(asking))
    const third = Effect.runFork(again)
    expect(third.pollUnsafe()).toBeUndefined()
    await Effect.runPromise(Fiber.interrupt(third))
  })

  it("returns, grants and revokes permissions", async () => {
    const { events, request } = setupDevWallet()
    expect(await request("wallet_getPermissions")).toEqual([])
    expect(await request("wallet_requestPermissions", { eth_accounts: {} })).toMatchObject([
      { parentCapability: "eth_accounts", invoker: origin },
    ])
    expect(await request("wallet_getPermissions")).toHaveLength(1)
    expect(await request("wallet_revokePermissions", { eth_accounts: {} })).toBeNull()
    expect(await request("eth_accounts")).toEqual([])
    expect(events).toEqual([
      ["accountsChanged", [first, second]],
      ["accountsChanged", []],
    ])
    await expect(request("wallet_revokePermissions")).rejects.toMatchObject({ code: -32602 })
  })
})

describe("locking", () => {
  it("shares nothing and signs nothing while locked", async () => {
    const { events, request, wallet } = setupDevWallet()
    await request("eth_requestAccounts")
    wallet.lock()
    expect(await request("eth_accounts")).toEqual([])
    await expect(request("personal_sign", "0x00", first)).rejects.toMatchObject({
      code: 4100,
      message: "The wallet is locked.",
    })
    wallet.unlock()
    expect(await request("eth_accounts")).toEqual([first, second])
    expect(events.map(([, value]) => value)).toEqual([[first, second], [], [first, second]])
  })

  it("stays locked when it was locked during a connection request", async () => {
    const answer = Deferred.makeUnsafe<"approve">()
    const { wallet } = setupDevWallet({ approve: () => Deferred.await(answer) })
    const connecting = Effect.runFork(Effect.flip(wallet.handle(origin, "eth_requestAccounts", [])))
    wallet.lock()
    Deferred.doneUnsafe(answer, Effect.succeed("approve"))
    expect(await Effect.runPromise(Fiber.join(connecting))).toMatchObject({ code: 4100 })
    expect(wallet.snapshot()).toMatchObject({ locked: true, origins: [] })
  })

  it("announces in the approval request that connecting unlocks", async () => {
    const { asked, request, wallet } = setupDevWallet()
    wallet.lock()
    expect(await request("eth_requestAccounts")).toEqual([first, second])
    expect(asked).toMatchObject([{ _tag: "Connect", locked: true }])
  })

  it.each([
    ["locked", (wallet: ReturnType<typeof makeDevWallet>) => wallet.lock()],
    ["forgotten", (wallet: ReturnType<typeof makeDevWallet>) => wallet.disconnect(origin)],
  ])("signs nothing when %s while the request is open", async (_, interfere) => {
    const answer = Deferred.makeUnsafe<"approve">()
    const { wallet } = setupDevWallet({
      approve: ({ _tag }) => (_tag === "Connect" ? Effect.succeed("approve") : Deferred.await(answer)),
    })
    await Effect.runPromise(wallet.handle(origin, "eth_requestAccounts", []))
    const signing = Effect.runFork(Effect.flip(wallet.handle(origin, "personal_sign", ["0x00", first])))
    interfere(wallet)
    Deferred.doneUnsafe(answer, Effect.succeed("approve"))
    expect(await Effect.runPromise(Fiber.join(signing))).toMatchObject({ code: 4100 })
  })
})
