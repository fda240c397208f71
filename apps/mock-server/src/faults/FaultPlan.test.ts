import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { anyText } from "../testing/anyText.ts"
import { makeFaultPlan } from "./FaultPlan.ts"
import { decodeFaults, decodeScenario, ScenarioInvalid } from "./Scenario.ts"

const plan = (faults: unknown) => makeFaultPlan(decodeFaults({ faults }))

const call = (
  path: string,
  more: {
    readonly method?: string
    readonly query?: Record<string, string>
    readonly rpc?: string[]
    readonly body?: string
  } = {},
) => ({
  method: "GET",
  query: {},
  rpc: [],
  body: "",
  path,
  ...more,
})

const hang = { kind: "hang" }
const strikes = (match: unknown, asked: ReturnType<typeof call>) =>
  plan([{ match, fault: hang }]).faultFor(asked) !== null

describe("FaultPlan", () => {
  it.each([
    [{}, call("/getWallets"), true],
    [{ method: "POST" }, call("/getWallets"), false],
    [{ method: "GET", path: "/getWallets" }, call("/getWallets"), true],
    [{ path: "/getWallet" }, call("/getWallets"), false],
    [{ path: "/getWallet*" }, call("/getWalletImage/1"), true],
    [{ path: "/v1/identity/:address" }, call("/v1/identity/0x12"), true],
    [{ path: "/v1/identity/:address" }, call("/v1/identity/0x12/more"), false],
    [{ path: "/v1/account/:address/balance" }, call("/v1/account/0x1/history"), false],
    [{ path: "/v1" }, call("/v1/"), true],
    [{ path: "/v1/" }, call("/v1"), true],
    [{ path: "/a.c" }, call("/abc"), false],
    [{ rpc: "eth_call" }, call("/v1", { rpc: ["eth_chainId", "eth_call"] }), true],
    [{ rpc: "eth_get*" }, call("/v1", { rpc: ["eth_getBalance"] }), true],
    [{ rpc: "eth_call" }, call("/getWallets"), false],
    [{ chain: "eip155:1" }, call("/v1", { query: { chainId: "eip155:1" } }), true],
    [{ chain: "eip155:1" }, call("/v1", { query: { chainId: "eip155:10" } }), false],
    [{ chain: "eip155:1" }, call("/v1", { query: { from: "eip155:1:0x12" } }), true],
    [{ chain: "eip155:1" }, call("/rpc/eip155%3A1"), true],
    [{ chain: "eip155:1" }, call("/v1/sessions/eip155:1:0x12"), true],
    [{ chain: "eip155:1" }, call("/v1/fungible/price", { body: '{"addresses":["eip155:1:0x12"]}' }), true],
    [{ chain: "eip155:1" }, call("/v1/fungible/price", { body: '{"addresses":["eip155:10:0x12"]}' }), false],
    [{ chain: "bip122:00" }, call("/bitcoin/00/api/blocks/tip/hash"), true],
    [{ chain: "bip122:00" }, call("/bitcoin/01/api/blocks/tip/hash"), false],
    [{ chain: "eip155:1", rpc: "eth_call" }, call("/v1", { query: { chainId: "eip155:1" } }), false],
  ])("matches %j with %j: %s", (match, asked, taken) => {
    expect(strikes(match, asked)).toBe(taken)
  })

  it("matches every path literally, with any characters", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const path = `/${text}`
        expect(strikes({ path }, call(path))).toBe(true)
        expect(strikes({ path }, call(`${path}x`))).toBe(/\*$|\/:\w+$/.test(path))
      }),
    )
  })

  it("skips calls before a fault and limits its repetitions", () => {
    const one = plan([{ match: { path: "/a" }, after: 1, times: 2, fault: hang }])
    const hit = ["/a", "/b", "/a", "/a", "/a", "/a"].map((path) => one.faultFor(call(path)) !== null)
    expect(hit).toEqual([false, false, true, true, false, false])
  })

  it("adds delays and applies the first other fault", () => {
    const several = plan([
      { fault: { kind: "delay", milliseconds: 20 } },
      { fault: { kind: "empty" }, after: 1 },
      { fault: { kind: "delay", milliseconds: 3 } },
      { fault: hang },
    ])
    const kinds = [1, 2].map(() => {
      const stroke = several.faultFor(call("/a"))
      return [stroke?.delay, stroke?.rule?.fault.kind]
    })
    expect(kinds).toEqual([
      [23, "hang"],
      [23, "empty"],
    ])
  })
})

describe("Scenario", () => {
  it("accepts an empty scenario with defaults", () => {
    expect(decodeScenario({})).toEqual({ faults: [], wallShift: 0, worlds: {} })
    expect(
      decodeFaults({ faults: [{ fault: { kind: "status", status: 429, retryAfter: { seconds: 2 } } }] }),
    ).toEqual([
      {
        match: {},
        after: 0,
        carriedOut: false,
        fault: { kind: "status", status: 429, retryAfter: { seconds: 2, as: "seconds" } },
      },
    ])
  })

  it("decodes any value or rejects it with a field", () => {
    const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true })
    const near = fc.record(
      {
        seed: fc.oneof(fc.string(), anything),
        wallShift: fc.oneof(fc.integer(), anything),
        faults: fc.array(
          fc.record({ match: anything, times: anything, fault: anything }, { requiredKeys: [] }),
        ),
        worlds: anything,
      },
      { requiredKeys: [] },
    )
    const outcomeOf = (value: unknown) => {
      try {
        decodeScenario(value)
        return "decoded"
      } catch (error) {
        if (!(error instanceof ScenarioInvalid)) throw error
        return "refused"
      }
    }
    const outcomes = new Set<string>()
    fc.assert(fc.property(fc.oneof(anything, near), (value) => void outcomes.add(outcomeOf(value))))
    expect(outcomes).toEqual(new Set(["decoded", "refused"]))
  })

  it.each([
    [3, "", "it must be of type object"],
    [{ fault: [] }, " at fault", "unknown key"],
    [{ faults: {} }, " at faults", "it must be of type array"],
    [{ chains: { routeGas: 59_999 } }, " at chains.routeGas", "it must be at least 60000"],
    [{ chains: { rollup: { operator: 1 } } }, " at chains.rollup.operator", "unknown key"],
    [
      { chains: { rollup: { form: "bedrock" } } },
      " at chains.rollup.form",
      "it must be one of ecotone, fjord, isthmus",
    ],
    [
      { chains: { rollup: { form: "fjord", operatorFeeConstant: 1 } } },
      " at chains.rollup",
      "only a rollup of the form isthmus has an operator's fee",
    ],
    [
      { chains: { arbitrum: { baseFee: 9_999_999 } } },
      " at chains.arbitrum.baseFee",
      "it must be at least 10000000",
    ],
    [
      { chains: { zksync: { gasPerPubdata: 20_001 } } },
      " at chains.zksync.gasPerPubdata",
      "it must be at most 20000",
    ],
    [{ chains: { celo: 1 } }, " at chains.celo", "it must be of type boolean"],
    [{ faults: [{}] }, " at faults.0.fault", "it must be of type object"],
    [{ faults: [{ fault: { kind: "explode" } }] }, " at faults.0.fault.kind", "unknown kind"],
    [
      { faults: [{ fault: { kind: "delay" } }] },
      " at faults.0.fault.milliseconds",
      "it must be of type number",
    ],
    [
      { faults: [{ fault: { kind: "status", status: 200 } }] },
      " at faults.0.fault.status",
      "it must be at least 400",
    ],
    [
      { faults: [{ fault: { kind: "status", status: 600 } }] },
      " at faults.0.fault.status",
      "it must be at most 599",
    ],
    [{ faults: [{ fault: hang, times: 0 }] }, " at faults.0.times", "it must be at least 1"],
    [{ faults: [{ fault: hang, match: { path: "v1" } }] }, " at faults.0.match.path", "it is invalid"],
    [{ faults: [{ fault: hang, match: { url: "/v1" } }] }, " at faults.0.match.url", "unknown key"],
    [
      { faults: [{ fault: hang, match: { method: "PUT" } }] },
      " at faults.0.match.method",
      "it must be one of GET, POST, PATCH, WS",
    ],
    [{ worlds: { demo: { seed: "s" } } }, " at worlds.demo.seed", "unknown key"],
  ])("rejects %j%s: %s", (value, where, why) => {
    expect(() => decodeScenario(value)).toThrow(ScenarioInvalid)
    expect(() => decodeScenario(value)).toThrow(`The scenario is invalid${where}: ${why}.`)
  })
})
