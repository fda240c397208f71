import { encodeTextHex } from "@wmodal/chains/internal"
import { Deferred, Effect, Fiber } from "effect"
import { recoverMessageAddress, recoverTypedDataAddress } from "viem"
import { describe, expect, it } from "vitest"
import { declining, first, origin, second, setupDevWallet } from "./testing/setupDevWallet.ts"

describe("signing", () => {
  it("signs a message with a recoverable signer, for any order of the params", async () => {
    const { request } = setupDevWallet()
    await request("eth_requestAccounts")
    const message = encodeTextHex("Grüße 👋")
    const signature = await request("personal_sign", message, second)
    expect(await recoverMessageAddress({ message: "Grüße 👋", signature: signature as `0x${string}` })).toBe(
      second,
    )
    expect(await request("personal_sign", second, message)).toBe(signature)
    expect(await request("personal_sign", "Grüße 👋", second)).toBe(signature)
  })

  it("signs typed data", async () => {
    const { asked, request } = setupDevWallet()
    await request("eth_requestAccounts")
    const typedData = {
      domain: { name: "Shop", chainId: 1 },
      types: {
        EIP712Domain: [
          { name: "name", type: "string" },
          { name: "chainId", type: "uint256" },
        ],
        Order: [{ name: "amount", type: "uint256" }],
      },
      primaryType: "Order",
      message: { amount: "12" },
    } as const
    const signature = await request("eth_signTypedData_v4", first, JSON.stringify(typedData))
    expect(
      await recoverTypedDataAddress({
        ...typedData,
        domain: { name: "Shop", chainId: 1n },
        message: { amount: 12n },
        signature: signature as `0x${string}`,
      }),
    ).toBe(first)
    expect(asked.at(-1)).toMatchObject({ _tag: "SignTypedData", account: first })
    const elsewhere = { ...typedData, domain: { chainId: 5 } }
    await expect(request("eth_signTypedData_v4", first, JSON.stringify(elsewhere))).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("for a different network than the wallet's"),
    })
    expect(asked).toHaveLength(2)
  })

  it("signs the data it showed even when the dApp changes its object in the meantime", async () => {
    const answer = Deferred.makeUnsafe<"approve">()
    const shown: string[] = []
    const { wallet } = setupDevWallet({
      snapshot: { ...setupDevWallet().wallet.snapshot(), origins: [origin] },
      approve: (request) => {
        if (request._tag === "SignTypedData") shown.push(request.typedData)
        return Deferred.await(answer)
      },
    })
    const pay = (amount: string) => ({
      domain: {},
      types: {
        Order: [{ name: "pay", type: "Pay" }],
        Pay: [{ name: "amount", type: "uint256" }],
      },
      primaryType: "Order" as const,
      message: { pay: { amount } },
    })
    const live = pay("1")
    const signing = Effect.runFork(wallet.handle(origin, "eth_signTypedData_v4", [first, live]))
    live.message.pay.amount = "1000000"
    Deferred.doneUnsafe(answer, Effect.succeed("approve"))
    const signature = await Effect.runPromise(Fiber.join(signing))
    expect(shown).toHaveLength(1)
    expect(
      await recoverTypedDataAddress({ ...pay("1"), signature: signature as `0x${string}` } as never),
    ).toBe(first)
  })

  it("rejects data that does not fit its types with -32603, without the library's stack", async () => {
    const { request } = setupDevWallet()
    await request("eth_requestAccounts")
    const typedData = {
      domain: {},
      types: { Order: [{ name: "amount", type: "uint8" }] },
      primaryType: "Order",
      message: { amount: 999 },
    }
    await expect(request("eth_signTypedData_v4", first, typedData)).rejects.toMatchObject({
      code: -32603,
      message: "Could not sign the typed data.",
    })
  })

  it.each([["a declined signature", 4001, declining]])("rejects %s with %d", async (_, code, options) => {
    const { wallet } = setupDevWallet({
      ...options,
      snapshot: { ...setupDevWallet().wallet.snapshot(), origins: [origin] },
    })
    const failure = await Effect.runPromise(
      Effect.flip(wallet.handle(origin, "personal_sign", ["0x00", first])),
    )
    expect(failure.code).toBe(code)
  })

  it("signs nothing for an unpermitted dApp or an unknown account", async () => {
    const { asked, request } = setupDevWallet()
    await expect(request("personal_sign", "0x00", first)).rejects.toMatchObject({ code: 4100 })
    await request("eth_requestAccounts")
    await expect(request("personal_sign", "0x00", `0x${"11".repeat(20)}`)).rejects.toMatchObject({
      code: 4100,
    })
    expect(asked).toHaveLength(1)
  })
})
