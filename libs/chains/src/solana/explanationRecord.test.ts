import { base58 } from "@scure/base"
import { solana as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import {
  openRecord,
  RecordedRequest,
  RecordedTransaction,
  readData,
  testExplanations,
  toOutcome,
} from "../testing/record.ts"
import { makeScriptedRpc } from "../testing/scriptedRpc.ts"
import { solanaActions as actions } from "./actions.ts"

const me = "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96"

const Account = z.object({
  owner: z.string(),
  lamports: z.number(),
  executable: z.boolean(),
  data: z.tuple([z.string(), z.string()]),
})
const Accounts = z.record(z.string(), z.nullable(Account))
/** What differs from the usual accounts, before a transaction and after it, and the error of its simulation. */
const NodeSchema = z.object({
  before: z.optional(Accounts),
  after: z.optional(Accounts),
  error: z.optional(z.unknown()),
  logs: z.optional(z.array(z.string())),
  offline: z.optional(z.boolean()),
})
const Transfer = z.object({
  from: z.string(),
  to: z.string(),
  token: z.nullable(z.string()),
  amount: z.pipe(
    z.string(),
    z.transform((text: string) => BigInt(text)),
  ),
})
const Data = z.object({
  accounts: Accounts,
  requests: z.array(z.object({ id: z.string(), request: RecordedRequest, node: z.optional(NodeSchema) })),
  estimates: z.array(z.object({ id: z.string(), transfer: Transfer, node: z.optional(NodeSchema) })),
  builds: z.array(z.object({ id: z.string(), transfer: Transfer, transactionFields: RecordedTransaction })),
  tokens: z.array(z.string()),
  addresses: z.array(z.string()),
})
const {
  accounts: usual,
  addresses,
  builds,
  estimates,
  requests,
  tokens,
} = Data.parse(readData("solanaRequests"))

const Listed = z.array(z.string())
const Watched = z.object({ accounts: z.optional(z.object({ addresses: Listed })) })
const Slice = z.object({ dataSlice: z.optional(z.object({ length: z.number() })) })

const makeNode = ({ after, before, error = null, logs = [], offline }: z.infer<typeof NodeSchema> = {}) => {
  const accounts = { ...usual, ...before }
  return makeScriptedRpc((method, [first, second]) => {
    if (offline) return undefined
    switch (method) {
      case "getMultipleAccounts": {
        const { dataSlice } = Slice.parse(second)
        const cut = ([text]: readonly [string, string]) => [
          Buffer.from(text, "base64").subarray(0, dataSlice?.length).toString("base64"),
          "base64",
        ]
        const found = Listed.parse(first).map((one) => accounts[one] ?? null)
        return { value: found.map((one) => one && { ...one, data: cut(one.data) }) }
      }
      case "simulateTransaction": {
        const watched = Watched.parse(second).accounts?.addresses ?? []
        const later = { ...accounts, ...after }
        return {
          value: {
            err: error,
            logs,
            unitsConsumed: 5_000,
            accounts: watched.map((one) => later[one] ?? null),
          },
        }
      }
      case "getTokenAccountsByOwner": {
        const { mint } = z.object({ mint: z.string() }).parse(second)
        const holds = (data: string) => {
          const bytes = Buffer.from(data, "base64")
          return (
            base58.encode(bytes.subarray(0, 32)) === mint &&
            base58.encode(bytes.subarray(32, 64)) === String(first)
          )
        }
        return {
          value: Object.entries(accounts).flatMap(([pubkey, account]) =>
            account !== null && holds(account.data[0]) ? [{ pubkey, account }] : [],
          ),
        }
      }
      case "getLatestBlockhash":
        return { value: { blockhash: me, lastValidBlockHeight: 1_150 } }
      case "getEpochInfo":
        return { absoluteSlot: 2_000, blockHeight: 1_000, epoch: 10 }
      case "getRecentPrioritizationFees":
        return [{ slot: 1, prioritizationFee: 2_000 }]
      case "getMinimumBalanceForRentExemption":
        return 890_880
      default:
        return undefined
    }
  }).rpc
}

const explain = ({ node, request }: (typeof requests)[number]) =>
  actions.explain({
    network,
    rpc: makeNode(node),
    from: me,
    request,
    tokens: [],
    nameOf: (address) => (address === "AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD" ? "Milo" : null),
  })

testExplanations("Solana", requests, 55, explain)

describe("recorded bytes of Solana", () => {
  const record = openRecord("solanaBytes")

  it.each(builds)("builds the recorded bytes: $id", ({ id, transactionFields, transfer }) => {
    const fee = { expected: 0n, most: 0n, seconds: null, transactionFields }
    expect(record.put(id, actions.build({ transfer, fee }))).toEqual(record.get(id))
  })

  it.each(estimates)("estimates and builds as recorded: $id", async ({ id, node, transfer }) => {
    const fee = await Effect.runPromise(
      toOutcome(actions.estimate({ network, rpc: makeNode(node), transfer })),
    )
    expect(
      record.put(id, { fee, transaction: "refused" in fee ? null : actions.build({ transfer, fee }) }),
    ).toEqual(record.get(id))
  })

  it.each(tokens)("decodes the token %s as recorded", async (token) => {
    expect(
      record.put(
        `token-${token}`,
        await Effect.runPromise(toOutcome(actions.token({ network, rpc: makeNode(), token }))),
      ),
    ).toEqual(record.get(`token-${token}`))
  })

  it("normalizes addresses as recorded", () => {
    expect(
      record.put("addresses", Object.fromEntries(addresses.map((text) => [text, actions.address(text)]))),
    ).toEqual(record.get("addresses"))
  })
})
