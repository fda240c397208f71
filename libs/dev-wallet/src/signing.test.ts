import { encodeTextHex } from "@wmodal/chains/internal"
import { Deferred, Effect, Fiber } from "effect"
import { recoverAddress, recoverMessageAddress, recoverTypedDataAddress } from "viem"
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

  it("returns the signer of a message to any dApp, and refuses what is no signature", async () => {
    const { asked, request } = setupDevWallet()
    await request("eth_requestAccounts")
    const signature = await request("personal_sign", "Hello", second)
    const count = asked.length
    for (const message of ["Hello", encodeTextHex("Hello")])
      expect(await request("personal_ecRecover", message, signature)).toBe(second.toLowerCase())
    await expect(request("personal_ecRecover", "Hello", "0x12")).rejects.toMatchObject({ code: -32602 })
    expect(asked).toHaveLength(count)
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

  it("signs the first version of typed data as MetaMask does, and warns that it is blind", async () => {
    const { asked, request } = setupDevWallet()
    await request("eth_requestAccounts")
    const values = [
      { type: "string", name: "Message", value: "Hi, Alice!" },
      { type: "uint32", name: "A number", value: "1337" },
    ]
    // The digest of `typedSignatureHash` of @metamask/eth-sig-util 7.
    const hash = "0x7bcdd3ffeab400ef2294ebf69b2defd370bd29ac576c2569b7ea2c48f49ab1ae"
    for (const method of ["eth_signTypedData", "eth_signTypedData_v1"]) {
      const signature = await request(method, values, first)
      expect(await recoverAddress({ hash, signature: signature as `0x${string}` })).toBe(first)
    }
    expect(asked.at(-1)).toMatchObject({ _tag: "SignTypedValues", account: first, values })
    const unreadable = [{ type: "uint8", name: "a", value: "many" }]
    await expect(request("eth_signTypedData", unreadable, first)).rejects.toMatchObject({ code: -32602 })
  })

  it("signs EIP-712 data of version 3 and by EIP-712's own name, but no list in version 3", async () => {
    const { request } = setupDevWallet()
    await request("eth_requestAccounts")
    const typedData = {
      domain: {},
      types: { EIP712Domain: [], Mail: [{ name: "body", type: "string" }] },
      primaryType: "Mail",
      message: { body: "hi" },
    }
    const signature = await request("eth_signTypedData_v4", first, typedData)
    expect(await request("eth_signTypedData_v3", first, typedData)).toBe(signature)
    expect(await request("eth_signTypedData", first, JSON.stringify(typedData))).toBe(signature)
    const lists = { ...typedData, types: { ...typedData.types, Mail: [{ name: "body", type: "string[]" }] } }
    await expect(request("eth_signTypedData_v3", first, lists)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("lists need eth_signTypedData_v4"),
    })
  })

  it("asks before it lists a token", async () => {
    const { asked, request } = setupDevWallet()
    const options = { address: first, symbol: "TST", decimals: "4" }
    expect(await request("wallet_watchAsset", { type: "ERC20", options })).toBe(true)
    expect(asked).toMatchObject([{ _tag: "WatchAsset", token: first, symbol: "TST", decimals: 4 }])
    await expect(
      request("wallet_watchAsset", { type: "ERC20", options: { address: first } }),
    ).rejects.toMatchObject({ code: -32602, message: expect.stringContaining("decimals is missing") })
  })

  it("reads a transaction and a message as the modal does", async () => {
    const { asked, request } = setupDevWallet()
    await request("eth_requestAccounts")
    const signed = await request("personal_sign", "0X0ab", first)
    expect(signed).toBe(await request("personal_sign", "0x00ab", first))
    const fees = { maxFeePerGas: "0x1", maxPriorityFeePerGas: 1, nonce: 0, gasLimit: 21_000 }
    await request("eth_signTransaction", {
      ...fees,
      from: first,
      to: second,
      value: "0X0A",
      input: "abc",
      foo: 1,
    })
    expect(asked.at(-1)).toMatchObject({ to: second, value: "10", data: "0x0abc", fee: { gas: "21000" } })
    await expect(
      request("eth_signTransaction", { ...fees, from: first, to: second, value: "1000" }),
    ).rejects.toMatchObject({ code: -32602, message: expect.stringContaining("value is ambiguous") })
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
