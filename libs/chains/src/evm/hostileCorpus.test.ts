import { Clock } from "@wmodal/protocol"
import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import type { Explanation } from "../contract/Explanation.ts"
import { findOtherSite } from "../explain/findOtherSite.ts"
import { readData } from "../testing/record.ts"
import { makeScriptedRpc } from "../testing/scriptedRpc.ts"
import { answerSimulation, SimulationRecord, stillRecord } from "../testing/simulatedAnswers.ts"
import { parseGuardedRequest } from "./guard/guardProvider.ts"
import { makeExplain } from "./makeExplain.ts"

/**
 * `act`: harmful, needs an explicit act, or is refused. `shown`: must be readable. `none`: usual, must not alarm anybody.
 */
const Corpus = z.array(
  z.strictObject({
    id: z.string(),
    why: z.string(),
    expect: z.enum(["act", "shown", "none"]),
    method: z.string(),
    params: z.array(z.unknown()),
    shows: z.optional(z.array(z.string())),
    node: z.optional(z.literal("renounce")),
  }),
)
const corpus = Corpus.parse(readData("evmHostile"))
const simulations = z.record(z.string(), SimulationRecord).parse(readData("evmSimulations"))

/** Usual requests that still take an act: no descriptor reads them, and they name others, or no node says what they do. */
const falseAlarms = ["ok-compound-supply"]
const usual = corpus.filter(({ expect }) => expect === "none")

const me = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
/** The only address without code. */
const thief = "0x9f2de1c0a7c3d0a6a1e1f0f1cb4c6d1e8a7b0c11"
const word = (value: bigint | number) => BigInt(value).toString(16).padStart(64, "0")
const text = (said: string) => {
  const bytes = Buffer.from(said).toString("hex")
  return `0x${word(32)}${word(bytes.length / 2)}${bytes.padEnd(Math.ceil(bytes.length / 64) * 64, "0")}`
}
const token = (symbol: string, decimals: number, supply: bigint): Readonly<Record<string, string>> => ({
  "0x95d89b41": text(symbol),
  "0x06fdde03": text(symbol),
  "0x313ce567": `0x${word(decimals)}`,
  "0x18160ddd": `0x${word(supply)}`,
  "0x70a08231": `0x${word(5000n * 10n ** 6n)}`,
})
const tokens: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48": token("USDC", 6, 40n * 10n ** 15n),
  "0x6b175474e89094c44da98b954eedeac495271d0f": token("DAI", 18, 5n * 10n ** 27n),
  "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2": token("WETH", 18, 3n * 10n ** 24n),
  "0x1f9840a85d5af5bf1d1762f925bdaddc4201f984": token("UNI", 18, 10n ** 27n),
  "0xfacefacefacefacefacefacefacefacefaceface": token("USDC", 6, 10n ** 30n),
  "0x0ddba11000000000000000000000000000000001": token("US\u202eCD\u200b\u2028 5", 6, 2n ** 200n),
  "0x0ddba11000000000000000000000000000000002": token("X".repeat(5000), 255, 10n ** 30n),
}
const ownershipTransferred = "0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0"

const Asked = z.object({ to: z.string(), data: z.string() })

const renounced = {
  ...stillRecord,
  call: {
    ...stillRecord.call,
    logs: [
      {
        address: "0xbad0bad0bad0bad0bad0bad0bad0bad0bad0bad0",
        data: "0x",
        topics: [ownershipTransferred, `0x${word(BigInt(me))}`, `0x${word(0)}`],
      },
    ],
  },
}

const makeNode = ({ id, node }: (typeof corpus)[number]) => {
  const record = node === "renounce" ? renounced : (simulations[id] ?? stillRecord)
  return makeScriptedRpc((method, [first]) => {
    switch (method) {
      case "eth_getCode":
        return [thief, me.toLowerCase()].includes(String(first).toLowerCase()) ? "0x" : "0x60"
      case "eth_gasPrice":
        return "0x3b9aca00"
      case "eth_maxPriorityFeePerGas":
        return "0x1"
      case "eth_getBlockByNumber":
        return { number: "0x1", timestamp: "0xa", baseFeePerGas: "0x3b9aca00" }
      case "eth_simulateV1":
        return answerSimulation(first, me, record)
      case "eth_call": {
        const { data, to } = Asked.parse(first)
        const selector = data.slice(0, 10)
        return tokens[to.toLowerCase()]?.[selector] ?? record.answers[selector] ?? "0x"
      }
      default:
        return undefined
    }
  }).rpc
}

const explain = makeExplain([])

/** Returns the warnings and the rows of a request as a page sends it; `null` if it is refused. */
const review = async (one: (typeof corpus)[number]) => {
  const { method, params } = one
  const request = parse(method, params)
  if (request === null) return null
  const reviewed = await Effect.runPromise(
    explain({
      network,
      rpc: makeNode(one),
      from: me,
      own: [me],
      request,
      tokens: [],
      nameOf: () => null,
    }).pipe(
      Effect.catch(() => Effect.succeed(null)),
      Effect.provideService(Clock.Clock, {
        currentTimeMillisUnsafe: () => 1_795_000_000_000,
        sleep: () => Effect.never,
      }),
    ),
  )
  if (reviewed === null) return null
  const elsewhere = request._tag === "Message" ? findOtherSite(request.message, "app.example") : []
  return {
    warnings: [...reviewed.dangers, ...elsewhere].map(({ _tag }) => _tag),
    shown: reviewed.calls.flatMap(toLines).join("\n").toLowerCase().replaceAll(" ", ""),
  }
}

const parse = (method: string, params: readonly unknown[]) => {
  try {
    return parseGuardedRequest(method, params)?.request ?? null
  } catch {
    return null
  }
}

const toLines = ({ fields, value }: Explanation): readonly string[] => [
  `${Number(value) / 1e18} ETH`,
  ...fields.flatMap((field) =>
    field.value._tag === "Call" ? toLines(field.value.call) : [`${field.label}: ${field.text}`],
  ),
]

/** Returns the texts that the rows lack; none for a request that is refused. */
const findMissing = (reviewed: Awaited<ReturnType<typeof review>>, shows: readonly string[] = []) =>
  shows.filter((said) => reviewed?.shown.includes(said.toLowerCase().replaceAll(" ", "")) === false)

describe("makeExplain of hostile and usual requests", () => {
  it.each(corpus.filter(({ expect }) => expect === "act"))("takes an act: $id, $why", async (one) => {
    const reviewed = await review(one)
    expect(reviewed?.warnings).not.toEqual([])
    expect(findMissing(reviewed, one.shows)).toEqual([])
  })

  it.each(corpus.filter(({ expect }) => expect === "shown"))("shows it or warns: $id, $why", async (one) => {
    const reviewed = await review(one)
    expect(reviewed?.warnings.length === 0 ? findMissing(reviewed, one.shows) : []).toEqual([])
  })

  it.each(usual.filter(({ id }) => !falseAlarms.includes(id)))("takes no act: $id, $why", async (one) => {
    expect(await review(one)).toMatchObject({ warnings: [] })
  })

  it.each(usual.filter(({ id }) => falseAlarms.includes(id)))(
    "takes an act still: $id, $why",
    async (one) => {
      expect((await review(one))?.warnings).toHaveLength(1)
    },
  )
})
