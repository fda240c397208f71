import { Clock } from "@wmodal/protocol"
import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import type { Explanation } from "../contract/Explanation.ts"
import { findOtherSite } from "../explain/findOtherSite.ts"
import { makeEvmCorpusNode, me } from "../testing/evmCorpusNode.ts"
import { readData } from "../testing/record.ts"
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

const usual = corpus.filter(({ expect }) => expect === "none")

const explain = makeExplain([])

/** Returns the warnings and the rows of a request as a page sends it; `null` if it is refused. */
const review = async (one: (typeof corpus)[number]) => {
  const { method, params } = one
  const request = parse(method, params)
  if (request === null) return null
  const reviewed = await Effect.runPromise(
    explain({
      network,
      rpc: makeEvmCorpusNode(one.node, one.id),
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

  it.each(usual)("takes no act: $id, $why", async (one) => {
    expect(await review(one)).toMatchObject({ warnings: [] })
  })
})
