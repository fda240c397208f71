import { base64, hex } from "@scure/base"
import * as btc from "@scure/btc-signer"
import { bitcoin as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import * as z from "zod/mini"
import { explainRequest } from "../../bitcoin/explainRequest.ts"
import { parseAddressScript } from "../../bitcoin/Script.ts"
import type { WalletRequest } from "../../contract/Explanation.ts"
import type { ChainTransaction } from "../../contract/Transfer.ts"
import { makeEsploraNode } from "../esploraNode.ts"
import { readData } from "../record.ts"
import {
  makeCaseSchema,
  makeNameReader,
  Names,
  type OutsideCase,
  toOutsideCase,
  toTags,
} from "./OutsideCase.ts"

const OutsidePsbt = z.strictObject({
  inputs: z.array(
    z.strictObject({
      of: z.string(),
      sats: z.number(),
      sighash: z.optional(z.number()),
      /** Another than the account signs it. */
      foreign: z.optional(z.boolean()),
      /** The request has no coin for it. */
      unknownAmount: z.optional(z.boolean()),
      /** What the chain says that the coin has. */
      realSats: z.optional(z.number()),
      coin: z.optional(z.number()),
    }),
  ),
  outputs: z.array(
    z.strictObject({ to: z.optional(z.string()), script: z.optional(z.string()), sats: z.number() }),
  ),
})
const Psbts = z.strictObject({ psbts: z.array(OutsidePsbt) })
const Message = z.strictObject({ page: z.string(), text: z.string() })
const Corpus = z.strictObject({
  people: Names,
  world: z.strictObject({ feeRate: z.number(), dollars: z.number() }),
  cases: z.array(makeCaseSchema({ request: z.unknown() })),
})
type BitcoinCorpus = z.infer<typeof Corpus>
type BitcoinCase = BitcoinCorpus["cases"][number]
type NameReader = (text: string) => string

const txid = "ab".repeat(32)
const toScript = (address: string) => parseAddressScript(address) ?? new Uint8Array()

const toTransaction = (
  { inputs, outputs }: z.infer<typeof OutsidePsbt>,
  read: NameReader,
  first: number,
): ChainTransaction => {
  const made = new btc.Transaction({ allowUnknownOutputs: true, allowUnknownInputs: true, version: 2 })
  for (const [at, { of, sats, sighash, unknownAmount = false }] of inputs.entries())
    made.addInput({
      txid,
      index: first + at,
      ...(!unknownAmount && { witnessUtxo: { script: toScript(read(of)), amount: BigInt(sats) } }),
      ...(sighash !== undefined && { sighashType: sighash }),
    })
  for (const { sats, script, to } of outputs)
    made.addOutput({
      script: to === undefined ? hex.decode(script ?? "") : toScript(read(to)),
      amount: BigInt(sats),
    })
  return { psbt: base64.encode(made.toPSBT(0)) }
}

/** Every coin that the request spends is there, numbered in the order of the inputs. */
const makeNode = (
  { world }: BitcoinCorpus,
  psbts: readonly z.infer<typeof OutsidePsbt>[],
  read: NameReader,
) => {
  const coins = psbts
    .flatMap(({ inputs }) => inputs)
    .map(({ of, realSats, sats }, vout) => ({ address: read(of), txid, vout, value: realSats ?? sats }))
  const status = { confirmed: true, block_height: 1, block_time: 1 }
  const none = { funded_txo_sum: 0, spent_txo_sum: 0, tx_count: 0 }
  const paths = [...new Set([...coins.map(({ address }) => address), read("$me"), read("$meOrdinals")])].map(
    (address) => {
      const held = coins.filter((one) => one.address === address)
      const total = held.reduce((sum, { value }) => sum + value, 0)
      return {
        [`/address/${address}`]: {
          chain_stats: { ...none, funded_txo_sum: total, tx_count: 3 },
          mempool_stats: none,
        },
        [`/address/${address}/utxo`]: held.map(({ value, vout }) => ({ txid, vout, value, status })),
      }
    },
  )
  return makeEsploraNode(
    Object.assign({ "/v1/fees/recommended": { halfHourFee: world.feeRate, minimumFee: 1 } }, ...paths),
  ).rpc
}

const toPsbts = ({ form, request }: BitcoinCase) => {
  if (form === "message") return []
  return form === "batch" ? Psbts.parse(request).psbts : [OutsidePsbt.parse(request)]
}

const toRequest = (
  { request }: BitcoinCase,
  psbts: readonly z.infer<typeof OutsidePsbt>[],
  read: NameReader,
): WalletRequest => {
  const starts = psbts.map((_, at) => psbts.slice(0, at).reduce((sum, { inputs }) => sum + inputs.length, 0))
  const [transaction, ...others] = psbts.map((one, at) => toTransaction(one, read, starts[at] ?? 0))
  if (transaction === undefined) return { _tag: "Message", message: Message.parse(request).text }
  return others.length === 0
    ? { _tag: "Transaction", transaction }
    : { _tag: "Transactions", transactions: [transaction, ...others] }
}

const reviewCase = async (corpus: BitcoinCorpus, one: BitcoinCase): Promise<readonly string[]> => {
  const read = makeNameReader(corpus.people)
  const psbts = toPsbts(one)
  const request = toRequest(one, psbts, read)
  const own = [read("$me"), read("$meOrdinals")]
  const reviewed = await Effect.runPromise(
    explainRequest({
      network,
      rpc: makeNode(corpus, psbts, read),
      from: read("$me"),
      own,
      request,
      tokens: [],
      nameOf: () => null,
      priceOf: () => corpus.world.dollars,
    }).pipe(Effect.catch(() => Effect.succeed(null))),
  )
  return toTags(reviewed, request, one.request)
}

/** Reads the cases on Bitcoin. */
export const readOutsideBitcoin = (): readonly OutsideCase[] => {
  const corpus = Corpus.parse(readData("outside/bitcoin"))
  return corpus.cases.map((one) => toOutsideCase("Bitcoin", one, () => reviewCase(corpus, one)))
}
