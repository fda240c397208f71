import * as fc from "fast-check"
import { type Abi, encodeFunctionData, type Hex, maxUint160, maxUint256, parseAbi } from "viem"
import { describe, expect, it } from "vitest"
import { decodeCallApprovals, findUnlimitedApprovals } from "./decodeCallApprovals.ts"

const abi = parseAbi([
  "function approve(address,uint256)",
  "function increaseAllowance(address,uint256)",
  "function increaseApproval(address,uint256)",
  "function approveAndCall(address,uint256)",
  "function setApprovalForAll(address,bool)",
  "function setOperator(address,bool)",
  "function authorizeOperator(address)",
  "function allow(address,bool)",
  "function setAuthorization(address,bool)",
  "function setRelayerApproval(address,address,bool)",
  "function approveDelegation(address,uint256)",
  "function delegationWithSig(address,address,uint256,uint256,uint8,bytes32,bytes32)",
  "function allowBySig(address,address,bool,uint256,uint256,uint8,bytes32,bytes32)",
  "function multicall(bytes[])",
  "function transfer(address,uint256)",
])
const dsToken = parseAbi(["function approve(address)"])
const permits = parseAbi(["function permit(address,address,uint256,uint256,uint8,bytes32,bytes32)"])
const daiPermit = parseAbi(["function permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)"])
const bytesPermit = parseAbi(["function permit(address,address,uint256,uint256,bytes)"])
const permit2 = parseAbi(["function approve(address,address,uint160,uint48)"])
const permit2Single = parseAbi([
  "struct Details { address token; uint160 amount; uint48 expiration; uint48 nonce; }",
  "struct Single { Details details; address spender; uint256 sigDeadline; }",
  "function permit(address,Single,bytes)",
])
const permit2Batch = parseAbi([
  "struct Details { address token; uint160 amount; uint48 expiration; uint48 nonce; }",
  "struct Batch { Details[] details; address spender; uint256 sigDeadline; }",
  "function permit(address,Batch,bytes)",
])
const deadlined = parseAbi(["function multicall(uint256,bytes[])"])
const hashed = parseAbi(["function multicall(bytes32,bytes[])"])

const permit2Address = "0x000000000022D473030F116dDEE9F6B43aC78BA3"
const to = "0x1111111111111111111111111111111111111111"
const owner = "0x2222222222222222222222222222222222222222"
const spender = "0x3333333333333333333333333333333333333333"
const token = "0x4444444444444444444444444444444444444444"
const zero: Hex = `0x${"0".repeat(64)}`

const encoded = (of: Abi, functionName: string, args: readonly unknown[]) =>
  encodeFunctionData({ abi: of, functionName, args: [...args] })

const details = (amount: bigint) => ({ token, amount, expiration: 1, nonce: 0 })

const of = (amount: bigint | "all", what = to) => [{ token: what, spender, amount }]

describe("decodeCallApprovals", () => {
  it.each([
    ["an approval", encoded(abi, "approve", [spender, maxUint256]), of(maxUint256)],
    ["a small approval", encoded(abi, "approve", [spender, 5n]), of(5n)],
    ["a larger allowance", encoded(abi, "increaseAllowance", [spender, 5n]), of(5n)],
    ["a larger approval", encoded(abi, "increaseApproval", [spender, 5n]), of(5n)],
    ["an approval and a call", encoded(abi, "approveAndCall", [spender, 5n]), of(5n)],
    ["a permit", encoded(permits, "permit", [owner, spender, 5n, 9n, 27, zero, zero]), of(5n)],
    ["a permit with bytes", encoded(bytesPermit, "permit", [owner, spender, 5n, 9n, "0x12"]), of(5n)],
    ["Dai's permit", encoded(daiPermit, "permit", [owner, spender, 1n, 0n, true, 27, zero, zero]), of("all")],
    [
      "Dai's permit taken back",
      encoded(daiPermit, "permit", [owner, spender, 1n, 0n, false, 27, zero, zero]),
      [],
    ],
    ["an operator", encoded(abi, "setApprovalForAll", [spender, true]), of("all")],
    ["an operator no more", encoded(abi, "setApprovalForAll", [spender, false]), []],
    ["an operator of many tokens", encoded(abi, "setOperator", [spender, true]), of("all")],
    ["an operator by ERC-777", encoded(abi, "authorizeOperator", [spender]), of("all")],
    ["an approval without an amount", encoded(dsToken, "approve", [spender]), of("all")],
    ["a manager", encoded(abi, "allow", [spender, true]), of("all")],
    ["a manager no more", encoded(abi, "allow", [spender, false]), []],
    [
      "a manager by a signature",
      encoded(abi, "allowBySig", [owner, spender, true, 0n, 9n, 27, zero, zero]),
      of("all"),
    ],
    ["an operator", encoded(abi, "setAuthorization", [spender, true]), of("all")],
    ["a relayer", encoded(abi, "setRelayerApproval", [owner, spender, true]), of("all")],
    ["a borrower", encoded(abi, "approveDelegation", [spender, 5n]), of(5n)],
    [
      "a borrower by signature",
      encoded(abi, "delegationWithSig", [owner, spender, 5n, 9n, 27, zero, zero]),
      of(5n),
    ],
    [
      "Permit2's approval",
      encoded(permit2, "approve", [token, spender, maxUint160, 1]),
      of(maxUint160, token),
    ],
    [
      "Permit2's permit",
      encoded(permit2Single, "permit", [owner, { details: details(5n), spender, sigDeadline: 1n }, "0x12"]),
      of(5n, token),
    ],
    [
      "Permit2's permits",
      encoded(permit2Batch, "permit", [
        owner,
        { details: [details(5n), details(maxUint160)], spender, sigDeadline: 1n },
        "0x12",
      ]),
      [...of(5n, token), ...of(maxUint160, token)],
    ],
    ["a payment", encoded(abi, "transfer", [spender, 5n]), []],
    ["nothing", "0x", []],
  ])("decodes the approvals of %s", (_, data, approvals) => {
    expect(decodeCallApprovals(to, data)).toEqual(approvals)
    expect(decodeCallApprovals(to, data.toUpperCase().replace("0X", "0x"))).toEqual(approvals)
    const inside = encoded(abi, "multicall", [[encoded(abi, "transfer", [spender, 1n]), data]])
    expect(decodeCallApprovals(to, inside)).toEqual(approvals)
    expect(decodeCallApprovals(to, encoded(deadlined, "multicall", [9n, [inside]]))).toEqual(approvals)
    expect(decodeCallApprovals(to, encoded(hashed, "multicall", [zero, [data]]))).toEqual(approvals)
  })

  it("decodes the end of what Permit2 allows, and none of another contract", () => {
    const ends = { approve: 1_800_000_000, permits: [1_800_000_001, 1_800_000_002] } as const
    const [first, second] = ends.permits
    const single = { details: { ...details(5n), expiration: first }, spender, sigDeadline: 9n }
    const batch = {
      details: [
        { ...details(5n), expiration: first },
        { ...details(6n), expiration: second },
      ],
      spender,
      sigDeadline: 9n,
    }
    const calls = [
      encoded(permit2, "approve", [token, spender, 5n, ends.approve]),
      encoded(permit2Single, "permit", [owner, single, "0x12"]),
      encoded(permit2Batch, "permit", [owner, batch, "0x12"]),
      encoded(abi, "multicall", [[encoded(permit2, "approve", [token, spender, 5n, ends.approve])]]),
    ]
    const untils = (contract: string) =>
      calls.flatMap((data) => decodeCallApprovals(contract, data).map((approval) => approval?.until))
    const milliseconds = [ends.approve, first, first, second, ends.approve].map((end) => end * 1000)
    expect(untils(permit2Address)).toEqual(milliseconds)
    expect(untils(permit2Address.toLowerCase())).toEqual(milliseconds)
    expect(untils(to)).toEqual(milliseconds.map(() => undefined))
  })

  it.each([
    ["in this block only", 0],
    ["in the year 2100", 4_102_444_800],
    ["never", 2 ** 48 - 1],
  ])("says no end of an approval that ends %s", (_, expiration) => {
    const data = encoded(permit2, "approve", [token, spender, 5n, expiration])
    expect(decodeCallApprovals(permit2Address, data)).toEqual(of(5n, token))
  })

  it("says no end of an approval of a token, an operator and a permit, whose deadline ends only the signature", () => {
    for (const data of [
      encoded(abi, "approve", [spender, 5n]),
      encoded(abi, "increaseAllowance", [spender, 5n]),
      encoded(abi, "setApprovalForAll", [spender, true]),
      encoded(permits, "permit", [owner, spender, 5n, 1_800_000_000n, 27, zero, zero]),
    ])
      for (const contract of [to, permit2Address])
        expect(decodeCallApprovals(contract, data)[0]).not.toHaveProperty("until")
  })

  it("decodes truncated and dirty calldata as a contract does", () => {
    const whole = encoded(abi, "approve", [spender, maxUint256])
    expect(decodeCallApprovals(to, whole.slice(0, -2))).toEqual(of(maxUint256 - 255n))
    expect(decodeCallApprovals(to, whole.replace("0x095ea7b3000", "0x095ea7b3fff"))).toEqual(of(maxUint256))
  })

  it("includes null when the call has more content than is decoded", () => {
    const approve = encoded(abi, "approve", [spender, 5n])
    expect(
      decodeCallApprovals(to, encoded(abi, "multicall", [Array.from({ length: 150 }, () => approve)])),
    ).toHaveLength(150)
    expect(
      decodeCallApprovals(to, encoded(abi, "multicall", [Array.from({ length: 201 }, () => approve)])),
    ).toContain(null)
    let nested = approve
    for (let depth = 0; depth < 20; depth++) nested = encoded(abi, "multicall", [[nested]])
    expect(decodeCallApprovals(to, nested)).toEqual(of(5n))
    const wide = encoded(abi, "multicall", [
      Array.from({ length: 20 }, () =>
        encoded(abi, "multicall", [Array.from({ length: 20 }, () => approve)]),
      ),
    ])
    expect(decodeCallApprovals(to, wide)).toContain(null)
    const batch = { details: Array.from({ length: 201 }, () => details(5n)), spender, sigDeadline: 1n }
    expect(decodeCallApprovals(to, encoded(permit2Batch, "permit", [owner, batch, "0x"]))).toEqual([null])
  })

  it("includes null when all calls together approve more than is decoded", () => {
    const batch = { details: Array.from({ length: 120 }, () => details(5n)), spender, sigDeadline: 1n }
    const permit = encoded(permit2Batch, "permit", [owner, batch, "0x"])
    const twice = encoded(abi, "multicall", [[permit, permit, permit]])
    expect(decodeCallApprovals(to, twice)).toHaveLength(241)
    expect(decodeCallApprovals(to, twice).at(-1)).toBeNull()
    expect(findUnlimitedApprovals(`0x00${permit.slice(2)}`)).toEqual([])
    expect(findUnlimitedApprovals(`0x00${permit.slice(2)}${permit.slice(2)}`)).toEqual([null])
  })

  it("decodes arbitrary bytes and corrupted calls without invalid spenders", () => {
    const calls = [
      encoded(abi, "multicall", [[encoded(abi, "approve", [spender, 5n])]]),
      encoded(permit2Batch, "permit", [owner, { details: [details(5n)], spender, sigDeadline: 1n }, "0x"]),
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...calls),
        fc.array(fc.tuple(fc.nat(2_000), fc.constantFrom("0", "2", "f", "zz", "")), { maxLength: 8 }),
        (data, changes) => {
          let broken: string = data
          for (const [place, put] of changes) {
            const at = 10 + (place % data.length)
            broken = broken.slice(0, at) + put + broken.slice(at + 1)
          }
          const spenders = decodeCallApprovals(to, broken).map((approval) => approval?.spender ?? spender)
          expect(spenders.filter((one) => !/^0x[0-9a-f]{40}$/.test(one))).toEqual([])
        },
      ),
    )
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(decodeCallApprovals(one, other)).toEqual([])
      }),
    )
  })
})
