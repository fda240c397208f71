import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { encodeFunctionData, erc721Abi, erc1155Abi, numberToHex, pad } from "viem"
import { describe, expect, it } from "vitest"
import { makeScriptedRpc, ScriptedRejection, toRpcErrorResponse } from "../testing/scriptedRpc.ts"
import { filterOwned } from "./filterOwned.ts"

const owner = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const otherAddress = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const contract = "0xd352679e1B6965E7C217477c13cE8ef45Be7De93"
const of = (tokenId: string) => ({ contract, tokenId })
const ownerOf = (id: bigint) => encodeFunctionData({ abi: erc721Abi, functionName: "ownerOf", args: [id] })
const balanceOf = (id: bigint) =>
  encodeFunctionData({ abi: erc1155Abi, functionName: "balanceOf", args: [owner, id] })
const word = (value: bigint) => numberToHex(value, { size: 32 })
const reverted = new ScriptedRejection(toRpcErrorResponse(3, "execution reverted"))

const owning = (answers: Readonly<Record<string, unknown>>, ids: readonly string[]) => {
  const { asked, rpc } = makeScriptedRpc((_, [call]) => {
    const data = typeof call === "object" && call !== null && "data" in call ? String(call.data) : ""
    return answers[data] ?? reverted
  })
  const result = filterOwned({ network, rpc, owner, collectibles: ids.map(of) })
  return Effect.runPromise(Effect.map(Effect.result(result), (said) => ({ said, asked })))
}

describe("filterOwned", () => {
  it("confirms collectibles by their owner, or by a positive balance", async () => {
    const { said } = await owning(
      {
        [ownerOf(1n)]: pad(owner),
        [ownerOf(2n)]: pad(otherAddress),
        [balanceOf(3n)]: word(2n),
        [balanceOf(4n)]: word(0n),
        // A contract that returns empty data for every call.
        [ownerOf(5n)]: "0x",
        [balanceOf(5n)]: "0x",
      },
      ["1", "2", "3", "4", "5", "6"],
    )
    expect(said).toMatchObject({ success: [of("1"), of("3")] })
  })

  it("sends no request for an invalid id", async () => {
    const { asked, said } = await owning({}, ["", "-1", "0x1", "1.5", `${2n ** 256n}`])
    expect(said).toMatchObject({ success: [] })
    expect(asked).toEqual([])
  })

  it("fails with RpcError when the node is rate-limited", async () => {
    const limit = new ScriptedRejection(toRpcErrorResponse(-32005, "limit exceeded"))
    const { said } = await owning({ [ownerOf(1n)]: limit }, ["1"])
    expect(said).toMatchObject({ failure: { _tag: "RpcError" } })
  })
})
