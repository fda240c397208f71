import { Effect } from "effect"
import { encodeFunctionData, maxUint160, maxUint256, parseAbi } from "viem"
import { describe, expect, it } from "vitest"
import { formatFields, owner, target, testSources, usdc } from "../../../testing/explainFixtures.ts"
import { normalizeAddress } from "../../normalizeAddress.ts"
import { indexDescriptors } from "../DescriptorIndex.ts"
import type { ExplainSources } from "../ExplainSources.ts"
import { explainCall } from "../explainCall.ts"
import { explainTypedData } from "../explainTypedData.ts"
import { bundledDescriptors } from "./bundledDescriptors.ts"
import registry from "./registry/files.json" with { type: "json" }

const permit2 = "0x000000000022D473030F116dDEE9F6B43aC78BA3"
const weth = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"
const apes = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"

const abi = parseAbi([
  "function transfer(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
  "function transferFrom(address from, address to, uint256 value)",
  "function increaseAllowance(address spender, uint256 addedValue)",
  "function setApprovalForAll(address operator, bool approved)",
  "function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)",
  "function deposit()",
  "function withdraw(uint256 wad)",
  "function multicall(bytes[] data)",
])

const bundled = indexDescriptors([], bundledDescriptors, (text) => expect.unreachable(text))

const explaining = (read: ExplainSources = testSources) => ({
  chainId: 1n,
  from: owner,
  descriptors: bundled,
  sources: read,
})

const explained = async (to: string, data: string, { read = testSources, value = 0n } = {}) => {
  const explanation = await Effect.runPromise(explainCall({ ...explaining(read), call: { to, value, data } }))
  return { ...explanation, lines: formatFields(explanation) }
}

describe("bundledDescriptors", () => {
  it("contains only checksummed addresses in our descriptors", () => {
    const ours = bundledDescriptors.filter(({ url }) => !Object.hasOwn(registry, url))
    expect(ours.length).toBe(bundledDescriptors.length - 270)
    const text = JSON.stringify(ours)
    const addresses = text.match(/"0x[0-9a-fA-F]{40}"/g) ?? []
    expect(addresses.length).toBeGreaterThan(10)
    for (const quoted of addresses) {
      const written = quoted.slice(1, -1)
      if (written === "0xffffffffffffffffffffffffffffffffffffffff") continue
      expect(normalizeAddress(written)).toBe(written)
    }
  })

  it("explains token calls with the token's own metadata", async () => {
    const send = encodeFunctionData({ abi, functionName: "transfer", args: [target, 17_000_000n] })
    expect(await explained(usdc, send)).toMatchObject({
      intent: "Send",
      contract: usdc,
      lines: ["Amount: 17 USDC", `To: ${target}`],
    })
    expect((await explained(apes, send)).intent).toBeNull()
    const take = encodeFunctionData({ abi, functionName: "transferFrom", args: [owner, target, 17_000_000n] })
    expect(await explained(usdc, take)).toMatchObject({
      intent: "Send from another account",
      lines: ["Amount: 17 USDC", `From: Alice (${owner})`, `To: ${target}`],
    })
    expect(await explained(apes, take)).toMatchObject({
      intent: "Send NFT",
      lines: [`From: Alice (${owner})`, `To: ${target}`, `NFT: #17000000 of ${apes}`],
    })
  })

  it("distinguishes approvals of amounts and NFTs, and explains neither when the token is unknown", async () => {
    const all = encodeFunctionData({ abi, functionName: "approve", args: [target, maxUint256] })
    const one = encodeFunctionData({ abi, functionName: "approve", args: [target, 5n] })
    expect((await explained(usdc, all)).lines).toEqual([`Spender: ${target}`, "Amount: Unlimited USDC"])
    expect((await explained(usdc, one)).lines).toEqual([`Spender: ${target}`, "Amount: 0.000005 USDC"])
    expect(await explained(apes, one)).toMatchObject({
      intent: "Approve operator for NFT",
      lines: [`Operator: ${target}`, `NFT: #5 of ${apes}`],
    })
    const away: ExplainSources = { ...testSources, token: () => Effect.fail("offline") }
    expect(await explained(usdc, one, { read: away })).toMatchObject({ intent: null, fields: [] })
    const more = encodeFunctionData({ abi, functionName: "increaseAllowance", args: [target, maxUint256] })
    expect((await explained(usdc, more)).lines).toEqual([`Spender: ${target}`, "Amount more: Unlimited USDC"])
  })

  it("explains calls of collectibles", async () => {
    const rights = encodeFunctionData({ abi, functionName: "setApprovalForAll", args: [target, true] })
    expect((await explained(apes, rights)).lines).toEqual([
      `Collection: ${apes}`,
      `Operator: ${target}`,
      "Access rights: Grant all",
    ])
    const several = encodeFunctionData({
      abi,
      functionName: "safeTransferFrom",
      args: [owner, target, 5n, 2n, "0x"],
    })
    expect((await explained(apes, several)).lines).toEqual([
      `NFT: #5 of ${apes}`,
      "How many: 2",
      `From: Alice (${owner})`,
      `To: ${target}`,
    ])
  })

  it("explains wrapping only for the wrapped currency's contract", async () => {
    const wrap = encodeFunctionData({ abi, functionName: "deposit" })
    const sent = { value: 10n ** 18n }
    expect(await explained(weth, wrap, sent)).toMatchObject({
      intent: "Wrap",
      interpolatedIntent: "Wrap 1 ETH",
      value: 10n ** 18n,
    })
    expect((await explained(target, wrap, sent)).intent).toBeNull()
    const unwrap = encodeFunctionData({ abi, functionName: "withdraw", args: [5n * 10n ** 17n] })
    expect((await explained(weth, unwrap)).interpolatedIntent).toBe("Unwrap to 0.5 ETH")
  })

  it("explains nested calls", async () => {
    const inner = encodeFunctionData({ abi, functionName: "approve", args: [target, maxUint256] })
    const outer = encodeFunctionData({ abi, functionName: "multicall", args: [[inner, "0x12345678"]] })
    const { fields, intent, lines: shown } = await explained(usdc, outer)
    expect(intent).toBe("Several calls in one")
    expect(shown[0]).toBe("Call: Approve")
    expect(shown[1]).toMatch(/^Call: Unknown call 0x[0-9a-f]{64}$/)
    const [first] = fields
    expect(first?.value._tag === "Call" ? formatFields(first.value.call) : []).toEqual([
      `Spender: ${target}`,
      "Amount: Unlimited USDC",
    ])
  })
})

describe("bundledDescriptors for permits", () => {
  const domain = { name: "USD Coin", chainId: 1, verifyingContract: usdc }
  const signed = async (types: object, primaryType: string, message: object, of: object = domain) => {
    const typedData = JSON.stringify({ types, primaryType, domain: of, message })
    const explanation = await Effect.runPromise(explainTypedData({ ...explaining(), typedData }))
    return { ...explanation, lines: formatFields(explanation) }
  }
  const uint256 = (name: string) => ({ name, type: "uint256" })
  const who = (name: string) => ({ name, type: "address" })
  const deadline = 1_709_191_632

  it("explains a token's permit", async () => {
    const types = {
      Permit: [who("owner"), who("spender"), uint256("value"), uint256("nonce"), uint256("deadline")],
    }
    const message = { owner, spender: target, value: maxUint256.toString(), nonce: 0, deadline }
    expect(await signed(types, "Permit", message)).toMatchObject({
      intent: "Authorize spending of tokens",
      contract: usdc,
      lines: [
        `Spender: ${target}`,
        "Max spending amount: Unlimited USDC",
        "Valid until: 2024-02-29T07:27:12Z",
      ],
    })
    expect((await signed(types, "Permit", { ...message, value: "5" })).lines[1]).toBe(
      "Max spending amount: 0.000005 USDC",
    )
    expect((await signed(types, "Permit", message, { name: "USD Coin", chainId: 1 })).intent).toBeNull()
    const elsewhere = await signed(types, "Permit", { ...message, value: "5" }, { ...domain, chainId: 10 })
    expect(elsewhere.lines[1]).toBe(`Max spending amount: 5 base units of ${usdc}`)
  })

  it("explains the transfer of an ERC-3009 authorization", async () => {
    const fields = [who("from"), who("to"), ...["value", "validAfter", "validBefore"].map(uint256)]
    const types = [...fields, { name: "nonce", type: "bytes32" }]
    const nonce = `0x${"01".repeat(32)}`
    const message = { from: owner, to: target, value: "5000000", validAfter: 0, validBefore: deadline, nonce }
    for (const name of ["TransferWithAuthorization", "ReceiveWithAuthorization"])
      expect(await signed({ [name]: types }, name, message)).toMatchObject({
        intent: "Send",
        contract: usdc,
        lines: [
          "Amount: 5 USDC",
          `From: Alice (${owner})`,
          `To: ${target}`,
          "Valid until: 2024-02-29T07:27:12Z",
        ],
      })
  })

  it("explains DAI's permit", async () => {
    const types = {
      Permit: [
        who("holder"),
        who("spender"),
        uint256("nonce"),
        uint256("expiry"),
        { name: "allowed", type: "bool" },
      ],
    }
    const message = { holder: owner, spender: target, nonce: 0, expiry: 0, allowed: true }
    expect((await signed(types, "Permit", message)).lines).toEqual([
      `Token: USDC (${usdc})`,
      `Spender: ${target}`,
      "Max spending amount: Unlimited",
    ])
    expect(
      (await signed(types, "Permit", { ...message, expiry: deadline, allowed: false })).lines.slice(2),
    ).toEqual(["Max spending amount: Nothing", "Signature valid until: 2024-02-29T07:27:12Z"])
  })

  const PermitDetails = [
    who("token"),
    { name: "amount", type: "uint160" },
    { name: "expiration", type: "uint48" },
    { name: "nonce", type: "uint48" },
  ]
  const details = { token: usdc, amount: maxUint160.toString(), expiration: deadline, nonce: 0 }
  const here = { name: "Permit2", chainId: 1, verifyingContract: permit2 }

  it("explains Permit2's permits of one token and of several", async () => {
    const single = [{ name: "details", type: "PermitDetails" }, who("spender"), uint256("sigDeadline")]
    const message = { details, spender: target, sigDeadline: deadline }
    const types = { PermitSingle: single, PermitDetails }
    expect(await signed(types, "PermitSingle", message, here)).toMatchObject({
      owner: "Uniswap",
      contractName: "Permit2",
      lines: [
        `Spender: ${target}`,
        "Max spending amount: Unlimited USDC",
        "May spend until: 2024-02-29T07:27:12Z",
        "Signature valid until: 2024-02-29T07:27:12Z",
      ],
    })
    expect(
      (await signed(types, "PermitSingle", message, { ...here, verifyingContract: target })).intent,
    ).toBeNull()
    const batch = [{ name: "details", type: "PermitDetails[]" }, who("spender"), uint256("sigDeadline")]
    const both = {
      ...message,
      details: [
        { ...details, amount: "1000000" },
        { ...details, token: apes },
      ],
    }
    expect((await signed({ PermitBatch: batch, PermitDetails }, "PermitBatch", both, here)).lines).toEqual([
      `Spender: ${target}`,
      "1: Max spending amount: 1 USDC",
      "1: May spend until: 2024-02-29T07:27:12Z",
      `2: Max spending amount: Unlimited ${apes}`,
      "2: May spend until: 2024-02-29T07:27:12Z",
      "Signature valid until: 2024-02-29T07:27:12Z",
    ])
  })

  it("explains Permit2's transfer permit", async () => {
    const TokenPermissions = [who("token"), uint256("amount")]
    const types = {
      PermitTransferFrom: [
        { name: "permitted", type: "TokenPermissions" },
        who("spender"),
        uint256("nonce"),
        uint256("deadline"),
      ],
      TokenPermissions,
    }
    const message = { permitted: { token: usdc, amount: "1000000" }, spender: target, nonce: 0, deadline }
    expect((await signed(types, "PermitTransferFrom", message, here)).lines).toEqual([
      `Spender: ${target}`,
      "Amount: 1 USDC",
      "Signature valid until: 2024-02-29T07:27:12Z",
    ])
  })
})
