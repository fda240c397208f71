import { Effect } from "effect"
import { encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters } from "viem"
import { describe, expect, it } from "vitest"
import { makeScriptedRpc, ScriptedRejection, toRpcErrorResponse } from "../../testing/scriptedRpc.ts"
import { fetchApprovalWarnings } from "./approvalWarnings.ts"
import { decodeCallApprovals } from "./decodeCallApprovals.ts"
import { decodeTypedDataApprovals } from "./decodeTypedDataApprovals.ts"
import type { TokenApproval } from "./TokenApproval.ts"

const from = "0x1111111111111111111111111111111111111111"
const sibling = "0x2222222222222222222222222222222222222222"
const spender = "0x3333333333333333333333333333333333333333"
const token = "0x4444444444444444444444444444444444444444"
const held = 5_000n
const word = (value: bigint) => encodeAbiParameters(parseAbiParameters("uint256"), [value])

/** A token of which the account has 5,000 units, and a spender without code. */
const usual: Readonly<Record<string, unknown>> = {
  eth_getCode: "0x",
  "0x95d89b41": encodeAbiParameters(parseAbiParameters("string"), ["mUSD"]),
  "0x313ce567": word(6n),
  "0x18160ddd": word(10n ** 15n),
  "0x70a08231": word(held),
}
const rejects = new ScriptedRejection(toRpcErrorResponse(3, "execution reverted"))
const away = new ScriptedRejection({ _tag: "Unreachable", detail: "offline" })
const limited = new ScriptedRejection(toRpcErrorResponse(-32005, "limit exceeded"))
const collection = { "0x313ce567": rejects, "0x18160ddd": word(10n), "0x70a08231": word(2n) }

const warn = (
  approvals: readonly (TokenApproval | null)[],
  answers: Readonly<Record<string, unknown>> = {},
) => {
  const all = { ...usual, ...answers }
  const { rpc } = makeScriptedRpc((method, [first]) =>
    method === "eth_call"
      ? all[String(Object(first).data).slice(0, 10)]
      : (all[`${method} ${String(first)}`] ?? all[method]),
  )
  return Effect.runPromise(fetchApprovalWarnings(rpc, approvals, { from, own: [from, sibling] }))
}

const of = (amount: bigint | "all", to = spender): readonly TokenApproval[] => [
  { token, spender: to, amount },
]
const abi = parseAbi([
  "function approve(address,uint256)",
  "function increaseAllowance(address,uint256)",
  "function permit(address,address,uint256,uint256,uint8,bytes32,bytes32)",
  "function approve(address,address,uint160,uint48)",
  "function multicall(bytes[])",
])
const zeroWord = `0x${"00".repeat(32)}` as const
const approving = encodeFunctionData({ abi, functionName: "approve", args: [spender, held] })
const typed = (
  primaryType: string,
  types: Readonly<Record<string, readonly (readonly [string, string])[]>>,
  message: Record<string, unknown>,
) =>
  decodeTypedDataApprovals({
    primaryType,
    types: Object.fromEntries(
      Object.entries(types).map(([name, members]) => [
        name,
        members.map(([called, type]) => ({ name: called, type })),
      ]),
    ),
    domain: { verifyingContract: token },
    message,
  })
const details = [
  ["token", "address"],
  ["amount", "uint160"],
  ["expiration", "uint48"],
] as const

describe("fetchApprovalWarnings", () => {
  it("warns of each slice when slices of less than a tenth are more than that together", async () => {
    const keys = [spender, "0x5555555555555555555555555555555555555555"]
    const slices = keys.flatMap((key) => of(300n, key))
    const named = { _tag: "LargeApproval", taking: "much", token, symbol: "mUSD" }
    expect(await warn(slices)).toEqual(keys.map((key) => ({ ...named, spender: key })))
    expect(await warn([...of(300n), ...of(300n)])).toEqual([{ ...named, spender }])
    expect(await warn([...of(200n), ...of(300n)])).toEqual([])
    expect(await warn(slices, { eth_getCode: "0x60" })).toEqual([])
  })

  it("does not call the amount the id of a collectible when there is no code at the token's address", async () => {
    const answers = Object.fromEntries(
      ["0x95d89b41", "0x313ce567", "0x18160ddd", "0x70a08231"].map((selector) => [selector, "0x"]),
    )
    const [withoutCode] = await warn(of(7n), answers)
    expect(withoutCode).toMatchObject({ _tag: "LargeApproval", taking: "much" })
  })

  it.each([
    ["approve", decodeCallApprovals(token, approving)],
    [
      "increaseAllowance",
      decodeCallApprovals(
        token,
        encodeFunctionData({ abi, functionName: "increaseAllowance", args: [spender, held] }),
      ),
    ],
    [
      "a permit that is sent",
      decodeCallApprovals(
        token,
        encodeFunctionData({
          abi,
          functionName: "permit",
          args: [from, spender, held, 0n, 27, zeroWord, zeroWord],
        }),
      ),
    ],
    [
      "Permit2",
      decodeCallApprovals(
        sibling,
        encodeFunctionData({ abi, functionName: "approve", args: [token, spender, held, 2 ** 48 - 1] }),
      ),
    ],
    [
      "a multicall",
      decodeCallApprovals(token, encodeFunctionData({ abi, functionName: "multicall", args: [[approving]] })),
    ],
    [
      "a signed permit",
      typed(
        "Permit",
        {
          Permit: [
            ["spender", "address"],
            ["value", "uint256"],
          ],
        },
        { spender, value: "5000" },
      ),
    ],
    [
      "a signed permit of Permit2",
      typed(
        "PermitSingle",
        {
          PermitSingle: [
            ["details", "PermitDetails"],
            ["spender", "address"],
          ],
          PermitDetails: details,
        },
        { spender, details: { token, amount: "5000", expiration: "1" } },
      ),
    ],
    [
      "a signed batch of Permit2",
      typed(
        "PermitBatch",
        {
          PermitBatch: [
            ["details", "PermitDetails[]"],
            ["spender", "address"],
          ],
          PermitDetails: details,
        },
        { spender, details: [{ token, amount: "5000", expiration: "1" }] },
      ),
    ],
    [
      "a signed transfer of Permit2",
      typed(
        "PermitTransferFrom",
        {
          PermitTransferFrom: [
            ["permitted", "TokenPermissions"],
            ["spender", "address"],
          ],
          TokenPermissions: details.slice(0, 2),
        },
        { spender, permitted: { token, amount: "5000" } },
      ),
    ],
  ])("warns of the whole balance to an account by %s", async (_, approvals) => {
    expect(await warn(approvals)).toEqual([
      { _tag: "LargeApproval", taking: "everything", token, symbol: "mUSD", spender },
    ])
    expect(await warn(approvals, { eth_getCode: "0x60" })).toEqual([])
  })

  it.each([
    ["has no code", "0x"],
    ["only delegates to code", `0xef0100${"ab".repeat(20)}`],
    ["cannot be fetched", away],
  ])("warns of much of the balance when the spender %s", async (_, code) => {
    expect(await warn(of(held - 1n), { eth_getCode: code })).toMatchObject([
      { _tag: "LargeApproval", taking: "much" },
    ])
  })

  it("warns of an amount to an account when no node says the balance", async () => {
    const answers = { "0x313ce567": away, "0x18160ddd": away, "0x70a08231": away }
    expect(await warn(of(1n), answers)).toMatchObject([{ _tag: "LargeApproval", taking: "much" }])
    expect(await warn(of(1n), { ...answers, eth_getCode: "0x60" })).toEqual([])
  })

  it.each([
    ["offline", away],
    ["over its limit", limited],
    ["without the method", new ScriptedRejection(toRpcErrorResponse(-32601, "method not found"))],
  ])("takes nothing for a collectible, and keeps the supply, when the node is %s", async (_, failed) => {
    const answers = { "0x313ce567": failed, eth_getCode: "0x60" }
    expect(await warn(of(10n ** 15n), answers)).toMatchObject([{ _tag: "UnlimitedApproval" }])
    expect(await warn(of(10n ** 14n), answers)).toEqual([])
    expect(await warn(of(1n), { "0x313ce567": failed })).toMatchObject([{ taking: "much" }])
  })

  it("warns of a collectible when the contract answers without decimals", async () => {
    expect(
      await warn(of(3n), { ...collection, "0x313ce567": "0x", [`eth_getCode ${token}`]: "0x60" }),
    ).toMatchObject([{ taking: "item" }])
  })

  it("warns of a collectible to an account, also of number 0", async () => {
    for (const id of [0n, 1_234n]) {
      expect(await warn(of(id), collection)).toMatchObject([{ _tag: "LargeApproval", taking: "item" }])
      expect(await warn(of(id), { ...collection, eth_getCode: "0x60" })).toEqual([])
    }
    const approval = { token, spender, amount: 2n ** 200n, isItem: true }
    expect(await warn([approval])).toMatchObject([{ taking: "item" }])
  })

  it("warns in the same way of an approval with an end, and names the end", async () => {
    const until = 1_800_000_000_000
    const [forAll, much, nothing] = [
      { token, spender, amount: "all", until },
      { token, spender, amount: held, until },
      { token, spender, amount: 1n, until },
    ] as const
    const named = { token, symbol: "mUSD", spender }
    expect(await warn([forAll])).toEqual([{ _tag: "UnlimitedApproval", ...named, until }])
    expect(await warn([much])).toEqual([{ _tag: "LargeApproval", taking: "everything", ...named, until }])
    expect(await warn([nothing])).toEqual([])
    // Of two that differ only in their ends, each is said.
    expect(await warn([forAll, ...of("all")])).toEqual([
      { _tag: "UnlimitedApproval", ...named, until },
      { _tag: "UnlimitedApproval", ...named },
    ])
  })

  it("warns of an unlimited amount also to a contract", async () => {
    for (const amount of ["all", 2n ** 256n - 1n, 10n ** 15n] as const)
      expect(await warn(of(amount), { eth_getCode: "0x60" })).toEqual([
        { _tag: "UnlimitedApproval", token, symbol: "mUSD", spender },
      ])
  })

  it.each([
    ["nothing", of(0n)],
    ["a tenth of the balance", of(held / 10n)],
    ["the balance for another account of the wallet", of(held, sibling.toUpperCase().replace("0X", "0x"))],
    ["the end of an approval", of(1n, "0x0000000000000000000000000000000000000000")],
  ])("does not warn of %s", async (_, approvals) => {
    expect(await warn(approvals)).toEqual([])
  })

  it("warns Blind of what was not decoded, and of more approvals than are checked", async () => {
    expect(await warn([null])).toEqual([{ _tag: "Blind" }])
    const many = Array.from({ length: 51 }, (_, at) => ({
      token,
      spender: `0x${String(at).padStart(40, "a")}`,
      amount: 1n,
    }))
    expect(await warn(many)).toEqual([{ _tag: "Blind" }])
  })
})
