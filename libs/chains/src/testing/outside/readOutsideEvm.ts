import { Clock } from "@wmodal/protocol"
import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { getAddress } from "viem"
import * as z from "zod/mini"
import { parseGuardedRequest } from "../../evm/guard/guardProvider.ts"
import { makeExplain } from "../../evm/makeExplain.ts"
import { readData } from "../record.ts"
import { type EvmWorld, makeEvmNode, OutsideMove, OutsideToken } from "./evmNode.ts"
import { OutsideCall, OutsideTypedData, resolveValue, toTransaction, toTypedDataText } from "./evmRequest.ts"
import {
  makeCaseSchema,
  makeNameReader,
  Names,
  type OutsideCase,
  toOutsideCase,
  toTags,
} from "./OutsideCase.ts"

const Message = z.strictObject({
  page: z.string(),
  text: z.optional(z.string()),
  bytes: z.optional(z.string()),
})
const Corpus = z.strictObject({
  people: Names,
  contracts: Names,
  tokens: z.record(z.string(), OutsideToken),
  collectibles: Names,
  cases: z.array(
    makeCaseSchema({
      request: z.unknown(),
      world: z.optional(z.strictObject({ moves: z.array(OutsideMove) })),
    }),
  ),
})
type EvmCorpus = z.infer<typeof Corpus>
type EvmCase = EvmCorpus["cases"][number]

const makeWorld = (
  { collectibles, people, tokens }: EvmCorpus,
  read: (name: string) => string,
  { world }: EvmCase,
): EvmWorld => ({
  me: read("$me"),
  people: new Set(Object.values(people)),
  tokens: new Map(
    Object.entries(tokens).flatMap(([name, token]) => (name === "eth" ? [] : [[read(`$${name}`), token]])),
  ),
  ether: BigInt(tokens["eth"]?.holds ?? "0"),
  collectibles: new Map(Object.entries(collectibles).map(([name, id]) => [read(`$${name}`), id])),
  moves: (world?.moves ?? []).map((move) => ({
    ...move,
    asset: move.asset === "eth" ? move.asset : read(`$${move.asset}`),
    from: read(move.from),
    to: read(move.to),
  })),
})

/** Returns the method and the params as a page sends them. */
const toCall = ({ form, request }: EvmCase, read: (name: string) => string): [string, readonly unknown[]] => {
  const me = read("$me")
  switch (form) {
    case "transaction":
      return ["eth_sendTransaction", [{ from: me, ...toTransaction(OutsideCall.parse(request), read) }]]
    case "batch": {
      const calls = z
        .array(OutsideCall)
        .parse(request)
        .map((one) => toTransaction(one, read))
      return [
        "wallet_sendCalls",
        [{ version: "2.0.0", chainId: "0x1", from: me, atomicRequired: true, calls }],
      ]
    }
    case "typedData":
      return ["eth_signTypedData_v4", [me, toTypedDataText(OutsideTypedData.parse(request), read)]]
    case "message": {
      const { bytes, text = "" } = Message.parse(request)
      return ["personal_sign", [bytes ?? `0x${Buffer.from(text).toString("hex")}`, me]]
    }
    case "permission":
      return ["wallet_grantPermissions", [resolveValue(request, read)]]
    default:
      throw new Error(`No form is called ${form}.`)
  }
}

const explain = makeExplain([])
const clock = { currentTimeMillisUnsafe: () => 1_764_360_000_000, sleep: () => Effect.never }

const parse = (method: string, params: readonly unknown[]) => {
  try {
    return parseGuardedRequest(method, params)
  } catch {
    return null
  }
}

const reviewCase = async (corpus: EvmCorpus, one: EvmCase): Promise<readonly string[]> => {
  const read = makeNameReader(corpus.people, corpus.contracts)
  const guarded = parse(...toCall(one, read))
  if (guarded === null) return ["refused"]
  const world = makeWorld(corpus, read, one)
  const { request } = guarded
  const reviewed = await Effect.runPromise(
    explain({
      network,
      rpc: makeEvmNode(world),
      from: getAddress(world.me),
      own: [getAddress(world.me)],
      request,
      tokens: [],
      nameOf: () => null,
      priceOf: (token) =>
        (token === null ? corpus.tokens["eth"] : world.tokens.get(token.toLowerCase()))?.price ?? null,
    }).pipe(
      Effect.catch(() => Effect.succeed(null)),
      Effect.provideService(Clock.Clock, clock),
    ),
  )
  return toTags(reviewed, request, one.request)
}

/** Reads the cases on EVM networks. */
export const readOutsideEvm = (): readonly OutsideCase[] => {
  const corpus = Corpus.parse(readData("outside/evm"))
  return corpus.cases.map((one) => toOutsideCase("EVM", one, () => reviewCase(corpus, one)))
}
