import fc from "fast-check"
import { encodeFunctionData, erc20Abi, type Hex, toHex } from "viem"
import { describe, expect, it } from "vitest"
import type { ApprovalRequest, RequestedCall } from "./ApprovalRequest.ts"
import { describeRequest } from "./describeRequest.ts"

const network = { chainId: 1, name: "Ethereum", rpcUrls: [] }
const asked = { origin: "https://dapp.example", network, account: `0x${"11".repeat(20)}` } as const
const contract: Hex = `0x${"22".repeat(20)}`
/** EIP-55. */
const recipient: Hex = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const dollars = { symbol: "mUSDC", decimals: 6 }

const lowerCase = (address: Hex): Hex => `0x${address.slice(2).toLowerCase()}`

const transfer = (amount: bigint): RequestedCall => ({
  to: contract,
  value: "0",
  data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [recipient, amount] }),
})
const approve = (amount: bigint): RequestedCall => ({
  ...transfer(0n),
  data: encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [recipient, amount] }),
})

const said = (call: RequestedCall, _tag: "SendTransaction" | "SignTransaction" = "SendTransaction") =>
  Object.fromEntries(
    describeRequest({ _tag, ...asked, ...call, maxFee: "1" }).lines.map(({ label, text }) => [label, text]),
  )

describe("describeCall with a token transfer", () => {
  it("shows the full recipient, and whole tokens when the token is known", () => {
    expect(said({ ...transfer(1_500_000n), token: dollars })).toMatchObject({
      To: recipient,
      Amount: "1.5 mUSDC",
      Token: `mUSDC, ${contract}`,
    })
  })

  it("shows base units for an unknown token, because its own name is untrusted", () => {
    expect(said(transfer(1_500_000n))).toMatchObject({
      To: recipient,
      Amount: "1500000 base units",
      Token: `${contract} (unknown to this wallet)`,
    })
  })

  it("shows the native amount sent to the token's contract", () => {
    expect(said({ ...transfer(1n), value: "5" })["Amount to the token contract"]).toBe(
      "0.000000000000000005 ETH",
    )
  })

  it("shows the spender and the amount of an approval, or that it is unlimited", () => {
    expect(said({ ...approve(2_000_000n), token: dollars })).toMatchObject({
      Spender: recipient,
      "Spending limit": "2 mUSDC",
    })
    expect(said(approve(2n ** 256n - 1n))["Spending limit"]).toBe("any amount")
  })

  it.each([
    ["another function", "0x23b872dd"],
    ["trailing bytes", `${transfer(1n).data}00`],
    ["an address with non-zero padding", `0xa9059cbb${"1".repeat(24)}${"22".repeat(20)}${"0".repeat(64)}`],
    ["a truncated call", "0xa9059cbb"],
  ] as const)("shows %s as data", (_, data) => {
    expect(said({ ...transfer(1n), data })).toMatchObject({
      To: contract,
      Data: expect.stringContaining(data),
    })
  })
})

describe("describeRequest with a signature without broadcast", () => {
  it("warns that the signed transaction can be sent at any time", () => {
    const request: ApprovalRequest = { _tag: "SignTransaction", ...asked, ...transfer(1n), maxFee: "1" }
    expect(describeRequest(request).title).toBe("Sign a transaction without sending it")
    expect(said(transfer(1n), "SignTransaction")["Beware"]).toMatch(/send it at any time/)
    expect(said(transfer(1n))["Beware"]).toBeUndefined()
    expect(describeRequest({ ...request, to: null, data: "0x60" }).title).toMatch(/deployment/)
  })
})

describe("describeRequest with a batch", () => {
  const request = (calls: readonly RequestedCall[], upgrade: Hex | null = null): ApprovalRequest => ({
    _tag: "SendCalls",
    ...asked,
    calls,
    upgrade,
    maxFee: "21000",
  })
  const lines = (asked: ApprovalRequest) =>
    Object.fromEntries(describeRequest(asked).lines.map(({ label, text }) => [label, text]))

  it("lists the calls one by one, in order", () => {
    const calls = [
      { ...approve(2_000_000n), token: dollars },
      { ...transfer(1n), value: "5" },
      { to: lowerCase(recipient), value: "1000000000000000000", data: "0x" },
      { to: contract, value: "0", data: "0xdeadbeef" },
    ] as const
    expect(describeRequest(request(calls)).title).toBe("Send 4 calls as one transaction")
    expect(lines(request(calls))).toEqual({
      "Call 1": `Let ${recipient} spend up to 2 mUSDC of token mUSDC, ${contract}`,
      "Call 2": `Send 1 base units of token ${contract} (unknown to this wallet) to ${recipient}, and send 0.000000000000000005 ETH to its contract`,
      "Call 3": `Send 1 ETH to ${recipient}`,
      "Call 4": `Call ${contract} with 0 ETH and data 0xdeadbeef`,
      Together: "All calls succeed, or none.",
      "Max fee": "0.000000000000021 ETH",
      Account: asked.account,
      Network: "Ethereum (1)",
    })
  })

  it("shows the upgrade only when the account changes", () => {
    expect(lines(request([transfer(1n)], contract))["Upgrade"]).toContain(contract)
    expect(lines(request([transfer(1n)]))["Upgrade"]).toBeUndefined()
  })

  it.each([
    ["pending", "Waiting"],
    ["confirmed", "Done"],
    ["dropped", "Replaced"],
    ["reverted", "no call was executed"],
  ] as const)("shows the status %s of a sent batch", (outcome, text) => {
    const hash: Hex = `0x${"33".repeat(32)}`
    expect(lines({ _tag: "ShowCalls", ...asked, hash, outcome })).toMatchObject({
      Status: expect.stringContaining(text),
      Transaction: hash,
    })
  })

  it("keeps every line short and printable for any data and token", () => {
    const symbol = fc.constantFrom("\u202e".repeat(99), "mUSDC", "x".repeat(99), "a\nb")
    const bytes = fc.uint8Array({ maxLength: 300 }).map((some) => toHex(some))
    fc.assert(
      fc.property(symbol, fc.oneof(bytes, fc.constant(transfer(7n).data)), (symbol, data) => {
        const call = { to: contract, value: "1", data, token: { symbol, decimals: 6 } }
        for (const { text } of describeRequest(request([call])).lines) {
          expect(text.length).toBeLessThan(400)
          expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
        }
      }),
    )
  })
})
