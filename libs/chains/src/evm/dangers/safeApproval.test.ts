import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { encodeFunctionData, erc20Abi, zeroAddress } from "viem"
import { describe, expect, it } from "vitest"
import { makeScriptedRpc } from "../../testing/scriptedRpc.ts"
import { makeExplain } from "../makeExplain.ts"

const me = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const safe = "0x5afe5afE5afE5afE5afE5aFe5aFe5Afe5Afe5AfE"
const key = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
const members = [
  "address to",
  "uint256 value",
  "bytes data",
  "uint8 operation",
  "uint256 safeTxGas",
  "uint256 baseGas",
  "uint256 gasPrice",
  "address gasToken",
  "address refundReceiver",
  "uint256 nonce",
].map((member) => member.split(" "))

const toWord = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`

/** A node on which the signer has 1,000 times as much as the Safe, and one address has no code. */
const { rpc } = makeScriptedRpc((method, [first]) => {
  if (method === "eth_getCode") return String(first).toLowerCase() === key.toLowerCase() ? "0x" : "0x60"
  if (method !== "eth_call") return undefined
  const data = String(Object(first).data)
  if (data.startsWith("0x313ce567")) return toWord(6n)
  if (!data.startsWith("0x70a08231")) return toWord(10n ** 15n)
  return toWord(data.endsWith(safe.slice(2).toLowerCase()) ? 10n ** 6n : 10n ** 9n)
})

describe("makeExplain of an approval by a Safe", () => {
  it("warns of all that the Safe has when that is little of what the signer has", async () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [key, 10n ** 6n] })
    const typedData = JSON.stringify({
      primaryType: "SafeTx",
      types: {
        EIP712Domain: [
          { name: "chainId", type: "uint256" },
          { name: "verifyingContract", type: "address" },
        ],
        SafeTx: members.map(([type, name]) => ({ name, type })),
      },
      domain: { chainId: network.id, verifyingContract: safe },
      message: {
        to: usdc,
        value: "0",
        data,
        operation: 0,
        safeTxGas: "0",
        baseGas: "0",
        gasPrice: "0",
        gasToken: zeroAddress,
        refundReceiver: zeroAddress,
        nonce: "1",
      },
    })
    const request = { _tag: "TypedData", typedData } as const
    const explained = makeExplain([])({
      network,
      rpc,
      from: me,
      own: [me],
      request,
      tokens: [],
      nameOf: () => null,
    })
    const { dangers } = await Effect.runPromise(explained)
    expect(dangers).toEqual([
      { _tag: "LargeApproval", taking: "everything", token: usdc, symbol: expect.anything(), spender: key },
    ])
  })
})
