import { describe, expect, it } from "vitest"
import type { Connector } from "../contract/Connector.ts"
import type { RequestInterceptor } from "../contract/RequestInterceptor.ts"
import { connectRemoteEvm as connected, firstAddress, secondAddress } from "../testing/remoteEvmWallet.ts"
import { toApprovedNamespace } from "../testing/scriptedRemoteWallet.ts"

const hash = `0x${"ab".repeat(32)}`

describe("EVM dApp provider over a session", () => {
  const approve: RequestInterceptor = async (question) =>
    (await question.ask(question.network ?? "eip155:1")).answer
  const providerOf = (connector: Connector, door: RequestInterceptor = approve) => {
    const provider = connector.getProvider(door)
    if (typeof provider !== "object" || provider === null || !("request" in provider))
      throw new Error("There is no provider.")
    const { request } = provider
    if (typeof request !== "function") throw new Error("There is no request.")
    return (method: string, ...params: readonly unknown[]): Promise<unknown> => request({ method, params })
  }

  it("returns accounts from the session and chain state from the network's nodes", async () => {
    const { asked, connector, read } = await connected({ node: () => "0x7" })
    const request = providerOf(connector)
    expect(await request("eth_accounts")).toEqual([firstAddress])
    expect(await request("eth_requestAccounts")).toEqual([firstAddress])
    expect(await request("eth_coinbase")).toBe(firstAddress)
    expect(await request("eth_chainId")).toBe("0x1")
    expect(await request("net_version")).toBe("1")
    expect(await request("wallet_getPermissions")).toMatchObject([{ parentCapability: "eth_accounts" }])
    expect(await request("eth_getBalance", firstAddress, "latest")).toBe("0x7")
    expect(read).toEqual([
      { network: "eip155:1", method: "eth_getBalance", params: [firstAddress, "latest"] },
    ])
    expect(asked).toEqual([])
  })

  it("forwards a node's error with its code", async () => {
    const { connector } = await connected({
      node: () => {
        throw { _tag: "Answered", code: 3, text: "execution reverted" }
      },
    })
    await expect(providerOf(connector)("eth_call", {})).rejects.toMatchObject({
      code: 3,
      message: "execution reverted",
    })
  })

  it.each(["eth_newFilter", "eth_subscribe", "wallet_watchAsset", "wallet_revokePermissions"])(
    "rejects %s with 4200",
    async (method) => {
      const { asked, connector, read } = await connected()
      await expect(providerOf(connector)(method, {})).rejects.toMatchObject({ code: 4200 })
      expect([...asked, ...read]).toEqual([])
    },
  )

  it("rejects a method that the session lacks without a review", async () => {
    const { asked, connector } = await connected()
    let reviews = 0
    const door: RequestInterceptor = async () => {
      reviews += 1
      return { _tag: "Rejected", code: 4001, text: "No." }
    }
    const request = providerOf(connector, door)
    await expect(request("eth_sign", firstAddress, "0x01")).rejects.toMatchObject({ code: 4200 })
    await expect(request("wallet_invented")).rejects.toMatchObject({
      code: 4200,
      message: "The wallet has not approved wallet_invented.",
    })
    expect([reviews, asked]).toEqual([0, []])
    await expect(request("personal_sign", "0x01", firstAddress)).rejects.toMatchObject({ code: 4001 })
    expect(reviews).toBe(1)
  })

  it("sends a transaction only after the interceptor approves", async () => {
    const { asked, connector } = await connected({ answer: () => hash })
    const refuse: RequestInterceptor = async () => ({ _tag: "Rejected", code: 4001, text: "No." })
    const asks = { from: firstAddress, to: secondAddress, value: "0x1" }
    await expect(providerOf(connector, refuse)("eth_sendTransaction", asks)).rejects.toMatchObject({
      code: 4001,
    })
    expect(asked).toEqual([])
    expect(await providerOf(connector)("eth_sendTransaction", asks)).toBe(hash)
    expect(asked).toMatchObject([{ params: [{ ...asks, chainId: "0x1" }] }])
  })

  it("switches to an approved network and rejects others with 4902", async () => {
    const eip155 = toApprovedNamespace(
      [`eip155:1:${firstAddress}`, `eip155:10:${firstAddress}`],
      ["personal_sign"],
    )
    const { connector } = await connected({ namespaces: { eip155 } })
    const request = providerOf(connector)
    expect(await request("wallet_switchEthereumChain", { chainId: "0xa" })).toBe(null)
    expect(await request("eth_chainId")).toBe("0xa")
    await expect(request("wallet_switchEthereumChain", { chainId: "0x2105" })).rejects.toMatchObject({
      code: 4902,
    })
  })

  it("returns no accounts and rejects with 4900 after the session ended", async () => {
    const { connector, end } = await connected()
    const request = providerOf(connector)
    end()
    expect(await request("eth_accounts")).toEqual([])
    await expect(request("eth_chainId")).rejects.toMatchObject({ code: 4900 })
    await expect(request("eth_getBalance", firstAddress)).rejects.toMatchObject({ code: 4900 })
  })
})
