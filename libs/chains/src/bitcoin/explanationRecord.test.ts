import { bitcoin, bitcoinTestnet } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { makeEsploraNode } from "../testing/esploraNode.ts"
import {
  openRecord,
  RecordedRequest,
  RecordedTransaction,
  readData,
  testExplanations,
  toOutcome,
} from "../testing/record.ts"
import { bitcoinActions as actions } from "./actions.ts"
import { bumpFee } from "./bumpFee.ts"
import { finalizePsbt } from "./signed/finalizePsbt.ts"

const Transfer = z.object({
  from: z.string(),
  to: z.string(),
  amount: z.pipe(
    z.string(),
    z.transform((text: string) => BigInt(text)),
  ),
})
const Paths = z.record(z.string(), z.unknown())
const isTestnet = z.optional(z.boolean())
const Data = z.object({
  paths: Paths,
  own: z.array(z.string()),
  requests: z.array(
    z.object({
      id: z.string(),
      request: RecordedRequest,
      offline: z.optional(z.boolean()),
      testnet: isTestnet,
    }),
  ),
  builds: z.array(z.object({ id: z.string(), transfer: Transfer, transactionFields: RecordedTransaction })),
  estimates: z.array(z.object({ id: z.string(), transfer: Transfer, testnet: isTestnet })),
  bumps: z.array(z.object({ id: z.string(), psbt: z.string(), paths: Paths })),
  signed: z.array(z.object({ id: z.string(), asked: z.string(), answer: z.string() })),
  raw: z.array(z.string()),
  addresses: z.array(z.string()),
})
const { addresses, builds, bumps, estimates, own, paths, raw, requests, signed } = Data.parse(
  readData("bitcoinRequests"),
)
const [me = ""] = own
const names: Readonly<Record<string, string>> = {
  bc1qt3az9lwpqfvr466mezsewuzdc4d379ldv83d4c: "Milo",
}
const toNetwork = (testnet: boolean | undefined) => (testnet === true ? bitcoinTestnet : bitcoin)

const explain = ({ offline, request, testnet }: (typeof requests)[number]) =>
  actions.explain({
    network: toNetwork(testnet),
    rpc: makeEsploraNode(offline === true ? {} : paths).rpc,
    from: me,
    own,
    request,
    tokens: [],
    nameOf: (address) => names[address] ?? null,
  })

testExplanations("Bitcoin", requests, 35, explain)

describe("recorded bytes of Bitcoin", () => {
  const record = openRecord("bitcoinBytes")

  it.each(builds)("builds the recorded PSBT: $id", ({ id, transactionFields, transfer }) => {
    const fee = { expected: 0n, most: 0n, seconds: null, transactionFields }
    const built = actions.build({ transfer: { ...transfer, token: null }, fee })
    expect(record.put(id, built)).toEqual(record.get(id))
  })

  it.each(estimates)("estimates and builds as recorded: $id", async ({ id, testnet, transfer }) => {
    const whole = { ...transfer, token: null }
    const { rpc } = makeEsploraNode(paths)
    const fee = await Effect.runPromise(
      toOutcome(actions.estimate({ network: toNetwork(testnet), rpc, transfer: whole })),
    )
    const transaction = "refused" in fee ? null : actions.build({ transfer: whole, fee })
    expect(record.put(id, { fee, transaction })).toEqual(record.get(id))
  })

  it.each(bumps)("replaces a payment as recorded: $id", async ({ id, paths: more, psbt }) => {
    const { rpc } = makeEsploraNode({ ...paths, ...more })
    const raised = await Effect.runPromise(
      toOutcome(bumpFee({ network: bitcoin, rpc, from: me, transaction: { psbt } })),
    )
    expect(record.put(id, raised)).toEqual(record.get(id))
  })

  it.each(signed)("takes the recorded signatures: $id", ({ answer, asked, id }) => {
    const taken = finalizePsbt(asked, new Uint8Array(Buffer.from(answer, "base64")))
    expect(record.put(id, taken)).toEqual(record.get(id))
  })

  it("hashes signed transactions as recorded", () => {
    const hashes = raw.map((text) => actions.toTransactionHash({ network: bitcoin, raw: text }))
    expect(record.put("hashes", hashes)).toEqual(record.get("hashes"))
  })

  it("normalizes addresses as recorded", () => {
    const normalized = Object.fromEntries(addresses.map((text) => [text, actions.address(text)]))
    expect(record.put("addresses", normalized)).toEqual(record.get("addresses"))
  })
})
