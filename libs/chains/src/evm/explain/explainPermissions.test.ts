import { Clock } from "@wmodal/protocol"
import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { ReviewedRequest } from "../../contract/Explanation.ts"
import { makeScriptedRpc } from "../../testing/scriptedRpc.ts"
import { makeExplain } from "../makeExplain.ts"

const key = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const token = "0x8bBC3514477d75EC797BBe4e19d7961660Bb849c"
const word = (value: bigint) => value.toString(16).padStart(64, "0")
const answers: Readonly<Record<string, string>> = {
  "0x95d89b41": `0x${word(32n)}${word(4n)}${"6d555344".padEnd(64, "0")}`,
  "0x06fdde03": `0x${word(32n)}${word(4n)}${"6d555344".padEnd(64, "0")}`,
  "0x313ce567": `0x${word(6n)}`,
  "0x18160ddd": `0x${word(10n ** 15n)}`,
}
const { rpc } = makeScriptedRpc((method, [first]) =>
  method === "eth_call" && typeof first === "object" && first !== null && "data" in first && "to" in first
    ? `${first.to}`.toLowerCase() === token.toLowerCase()
      ? (answers[`${first.data}`.slice(0, 10)] ?? "0x")
      : "0x"
    : "0x60",
)

const explain = (...params: readonly unknown[]): Promise<ReviewedRequest> =>
  Effect.runPromise(
    makeExplain([])({
      network,
      rpc,
      from: key,
      tokens: [],
      nameOf: () => null,
      request: { _tag: "Other", method: "wallet_grantPermissions", params: JSON.stringify(params) },
    }).pipe(
      Effect.provideService(Clock.Clock, {
        currentTimeMillisUnsafe: () => (expiry - 30 * 86_400) * 1000,
        sleep: () => Effect.never,
      }),
    ),
  )

const ether = { type: "native-token-transfer", data: { allowance: "0x16345785d8a0000" } }
const dollars = {
  type: "erc20-token-transfer",
  data: { address: token.toLowerCase(), allowance: "0x4c4b40" },
}
const signer = { type: "account", data: { address: key.toLowerCase() } }
const expiry = 1_800_000_000

const textsOf = ({ calls: [call] }: ReviewedRequest) =>
  call.fields.map(({ label, text }) => `${label}: ${text}`)
const tagsOf = ({ dangers }: ReviewedRequest) => dangers.map(({ _tag }) => _tag)

describe("explanation of wallet_grantPermissions", () => {
  it("says what may be spent, until when and by whom, without a warning", async () => {
    const reviewed = await explain({ expiry, signer, permissions: [ether, dollars] })
    expect(reviewed.calls[0]).toMatchObject({ intent: "Spend without asking you", contract: null })
    expect(textsOf(reviewed)).toEqual([
      "At most: 0.1 ETH",
      "At most: 5 mUSD",
      "Until: 2027-01-15 08:00 UTC",
      `Who may spend: ${key}`,
    ])
    expect(reviewed.dangers).toEqual([])
    expect(reviewed.trial).toBeNull()
  })

  it.each([
    ["no limit", {}],
    ["the largest limit", { allowance: `0x${"f".repeat(64)}` }],
  ])("warns of %s", async (_, data) => {
    const reviewed = await explain({ expiry, signer, permissions: [{ ...ether, data }] })
    expect(reviewed.dangers).toEqual([{ _tag: "UnlimitedSession", symbol: "ETH", until: expiry * 1000 }])
    expect(textsOf(reviewed)[0]).toBe("At most: any amount of ETH")
  })

  it.each([undefined, null, 0, 281_474_976_710_655])(
    "warns of a session with the expiry %s",
    async (never) => {
      const reviewed = await explain({ expiry: never, signer, permissions: [ether] })
      expect(reviewed.dangers).toEqual([{ _tag: "EndlessSession" }])
      expect(textsOf(reviewed)).toContain("Until: it is revoked")
    },
  )

  it.each([
    ["a trillion ETH", { ...ether, data: { allowance: `0x${(10n ** 30n).toString(16)}` } }],
    ["a million ETH", { ...ether, data: { allowance: `0x${(10n ** 24n).toString(16)}` } }],
    [
      "a hundredth of a token",
      { ...dollars, data: { ...dollars.data, allowance: `0x${(10n ** 13n).toString(16)}` } },
    ],
  ])("warns of %s, which limits nothing, and shows the amount", async (_, permission) => {
    const reviewed = await explain({ expiry, signer, permissions: [permission] })
    expect(tagsOf(reviewed)).toEqual(["UnlimitedSession"])
    expect(textsOf(reviewed)[0]).toMatch(/^At most: 1[\d,]*0 (ETH|mUSD)$/)
  })

  it("warns of a limit on a token of which no node reports the supply", async () => {
    const data = { address: `0x${"5e".repeat(20)}`, allowance: "0x1" }
    expect(tagsOf(await explain({ expiry, signer, permissions: [{ ...dollars, data }] }))).toEqual([
      "UnlimitedSession",
    ])
  })

  it("warns of an end in more than a year, and shows it", async () => {
    const far = { expiry: 4_070_908_800, signer, permissions: [ether] }
    expect(tagsOf(await explain(far))).toEqual(["EndlessSession"])
    expect(textsOf(await explain(far))).toContain("Until: 2099-01-01 00:00 UTC")
    expect(tagsOf(await explain({ ...far, expiry: expiry + 330 * 86_400 }))).toEqual([])
  })

  it.each([
    ["permission", { type: "native-token-stream", data: { amountPerSecond: "0xff" } }],
    ["rules", [{ type: "expiry", data: { timestamp: 4_000_000_000 } }]],
    ["isAdjustmentAllowed", true],
    ["account", `0x${"5e".repeat(20)}`],
    ["evil\u202e", "\u{e0041}"],
  ])("shows the unknown member %s, and takes an act for it", async (name, value) => {
    const known = JSON.stringify({ expiry, signer, permissions: [ether] })
    const reviewed = await explain(
      JSON.parse(`${known.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`),
    )
    const drawn = (text: string) => text.replace("\u202e", "[U+202E]").replace("\u{e0041}", "[U+E0041]")
    expect(reviewed.dangers[0]).toEqual({ _tag: "UnknownPermission", type: drawn(name) })
    expect(textsOf(reviewed)[1]).toBe(`Not known: ${drawn(name)} ${drawn(JSON.stringify(value))}`)
  })

  it.each([
    ["rules", { ...ether, rules: [{ type: "none" }] }],
    ["policies", { ...ether, policies: [] }],
    ["isAdjustmentAllowed", { ...ether, isAdjustmentAllowed: true }],
  ])("takes an act for a permission with the unknown member %s, and shows it", async (name, permission) => {
    const reviewed = await explain({ expiry, signer, permissions: [permission] })
    expect(reviewed.dangers).toEqual([{ _tag: "UnknownPermission", type: ether.type }])
    expect(textsOf(reviewed)[0]).toContain(`"${name}":`)
  })

  it.each([
    ["an unknown type", { type: "contract-call", data: { address: token } }],
    ["a condition that is not read", { ...ether, data: { ...ether.data, period: "0x1" } }],
    ["a limit that is no quantity", { ...ether, data: { allowance: "much" } }],
    ["a token that is no address", { ...dollars, data: { ...dollars.data, address: "mUSD" } }],
    ["no data", { type: "native-token-transfer" }],
  ])("warns of %s, and shows the rest", async (_, permission) => {
    const reviewed = await explain({ expiry, signer, permissions: [ether, permission] })
    expect(reviewed.dangers).toEqual([{ _tag: "UnknownPermission", type: permission.type }])
    expect(textsOf(reviewed)[1]).toContain(permission.type)
  })

  it("warns of a grant for another chain", async () => {
    expect(tagsOf(await explain({ chainId: "0x1", expiry, signer, permissions: [ether] }))).toEqual([])
    expect((await explain({ chainId: "0xa", expiry, signer, permissions: [ether] })).dangers).toEqual([
      { _tag: "OtherChain", said: "10" },
    ])
    expect(tagsOf(await explain({ chainId: "mainnet", expiry, signer, permissions: [ether] }))).toEqual([
      "OtherChain",
    ])
  })

  it("warns of a signer whose key is not known", async () => {
    for (const other of [
      undefined,
      { type: "keys", data: { ids: [] } },
      { type: "account", data: { address: "0x1" } },
      { ...signer, others: [key] },
      { ...signer, data: { ...signer.data, keys: [] } },
    ])
      expect(tagsOf(await explain({ expiry, signer: other, permissions: [ether] }))).toEqual(["Blind"])
  })

  it("describes a request as blind when it has a member that parsers may overlook", async () => {
    for (const params of [
      `[{"expiry":1,"__proto__":{},"permissions":[${JSON.stringify(ether)}]}]`,
      `[{"expiry":1,"permissions":[{"type":"native-token-transfer","data":{"allowance":"0x1","__proto__":{}}}]}]`,
    ])
      expect(tagsOf(await explain(...JSON.parse(params)))).toEqual(["Blind"])
  })

  it("describes parameters of another form as blind", async () => {
    for (const params of [[], [{}], [{ permissions: [] }], [{ permissions: [ether] }, {}], ["0x"]]) {
      const reviewed = await explain(...params)
      expect(tagsOf(reviewed)).toEqual(["Blind"])
      expect(reviewed.calls[0].intent).toBeNull()
    }
  })

  it("takes no act for the account itself, and one for another", async () => {
    const request = { expiry, signer, permissions: [ether] }
    expect(tagsOf(await explain({ ...request, address: key.toLowerCase() }))).toEqual([])
    for (const address of [token, "", null, [key]])
      expect((await explain({ ...request, address })).dangers).toEqual([
        { _tag: "UnknownPermission", type: "address" },
      ])
  })

  describe("of what the account has", () => {
    const other = "0x9f2de1c0a7c3d0a6a1e1f0f1cb4c6d1e8a7b0c11"
    const toHex = (units: bigint) => `0x${units.toString(16)}`
    const spend = (units: bigint) => ({ ...ether, data: { allowance: toHex(units) } })
    const take = (units: bigint) => ({ ...dollars, data: { ...dollars.data, allowance: toHex(units) } })
    const grant = (
      permissions: readonly object[],
      held: string | undefined = toHex(10n ** 18n),
      code = "0x",
    ) => {
      const node = makeScriptedRpc((method, [first]) => {
        if (method === "eth_getBalance") return held
        if (method === "eth_getCode") return code
        const data = `${Object(first).data}`.slice(0, 10)
        return data === "0x70a08231" ? `0x${word(10n ** 7n)}` : (answers[data] ?? "0x")
      })
      return Effect.runPromise(
        makeExplain([])({
          network,
          rpc: node.rpc,
          from: key,
          tokens: [],
          nameOf: () => null,
          request: {
            _tag: "Other",
            method: "wallet_grantPermissions",
            params: JSON.stringify([
              { expiry, signer: { type: "account", data: { address: other } }, permissions },
            ]),
          },
        }).pipe(
          Effect.provideService(Clock.Clock, {
            currentTimeMillisUnsafe: () => (expiry - 30 * 86_400) * 1000,
            sleep: () => Effect.never,
          }),
        ),
      )
    }

    it.each([
      ["all of a token", [take(10n ** 7n)], "everything"],
      ["more than a tenth of a token", [take(10n ** 6n + 1n)], "much"],
      [
        "three slices of a token, more than a tenth together",
        [take(4n * 10n ** 5n), take(4n * 10n ** 5n + 1n), take(4n * 10n ** 5n)],
        "much",
      ],
      ["all ether", [spend(10n ** 18n)], "everything"],
      ["two slices of ether, more than a tenth together", [spend(10n ** 17n), spend(1n)], "much"],
    ])("warns of %s for a key", async (_, permissions, taking) => {
      const { dangers } = await grant(permissions)
      expect(dangers[0]).toMatchObject({ _tag: "LargeApproval", taking, until: expiry * 1000 })
    })

    it("takes no act for a tenth, and one where no node says what the account has", async () => {
      expect((await grant([take(10n ** 6n), spend(10n ** 17n)])).dangers).toEqual([])
      expect((await grant([spend(1n)], "none")).dangers).toMatchObject([
        { _tag: "LargeApproval", taking: "much", symbol: "ETH" },
      ])
    })
  })

  it("draws what cannot be seen of an unknown permission", async () => {
    const type = "spend\u202e\n<b>"
    const reviewed = await explain({ expiry, signer, permissions: [{ type, data: {} }] })
    expect(reviewed.dangers).toEqual([
      { _tag: "UnknownPermission", type: "spend[U+202E][U+000A]<b>" },
      { _tag: "HiddenCharacters" },
    ])
  })
})
