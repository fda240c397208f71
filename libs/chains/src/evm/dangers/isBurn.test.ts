import { encodeFunctionData, type Hex, parseAbi, zeroAddress } from "viem"
import { describe, expect, it } from "vitest"
import { isBurn } from "./isBurn.ts"

const token = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
const account = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const friend = "0x5B38Da6a701c568545dCfcB03FcB875f56beddC4"
const dead = "0x000000000000000000000000000000000000dEaD"
const abi = parseAbi([
  "function transfer(address to, uint256 amount)",
  "function transferFrom(address from, address to, uint256 amount)",
  "function safeTransferFrom(address from, address to, uint256 id)",
  "function safeTransferFrom(address from, address to, uint256 id, bytes data)",
  "function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)",
  "function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)",
  "function transferAndCall(address to, uint256 amount, bytes data)",
  "function multicall(bytes[] data)",
])
const transfer = (to: Hex, amount = 5n) =>
  encodeFunctionData({ abi, functionName: "transfer", args: [to, amount] })
const call = (data: string, to: string = token, value = 0n) => ({ to, data, value })

describe("isBurn", () => {
  it.each([
    ["a token is sent to its own contract", call(transfer(token))],
    ["a token is sent to an address without an owner", call(transfer(dead))],
    ["the native currency is sent to the zero address", call("0x", zeroAddress, 1n)],
    [
      "a token is moved to its own contract",
      call(encodeFunctionData({ abi, functionName: "transferFrom", args: [account, token, 5n] })),
    ],
    [
      "a collectible is sent to an address without an owner",
      call(encodeFunctionData({ abi, functionName: "safeTransferFrom", args: [account, dead, 0n] })),
    ],
    [
      "a collectible is sent there with data",
      call(encodeFunctionData({ abi, functionName: "safeTransferFrom", args: [account, dead, 7n, "0x12"] })),
    ],
    [
      "some of a collectible are sent there",
      call(
        encodeFunctionData({ abi, functionName: "safeTransferFrom", args: [account, dead, 7n, 2n, "0x"] }),
      ),
    ],
    [
      "several collectibles are sent there",
      call(
        encodeFunctionData({
          abi,
          functionName: "safeBatchTransferFrom",
          args: [account, dead, [7n], [2n], "0x"],
        }),
      ),
    ],
    [
      "a token that calls its recipient is sent there",
      call(encodeFunctionData({ abi, functionName: "transferAndCall", args: [dead, 5n, "0x"] })),
    ],
    [
      "one of several calls of a contract to itself does",
      call(
        encodeFunctionData({ abi, functionName: "multicall", args: [[transfer(friend), transfer(dead)]] }),
      ),
    ],
  ])("returns true when %s", (_, given) => {
    expect(isBurn(given)).toBe(true)
  })

  it.each([
    ["a token is sent to an account", call(transfer(friend))],
    ["nothing of a token is sent to its contract", call(transfer(token, 0n))],
    ["the native currency is sent to an account", call("0x", friend, 1n)],
    ["nothing is sent to the zero address", call("0x", zeroAddress)],
    ["a contract is created with money", call("0x6000", "", 1n)],
    ["a contract gets money with a call", call("0xd0e30db0", token, 1n)],
  ])("returns false when %s", (_, given) => {
    expect(isBurn(given)).toBe(false)
  })
})
