import { base58, hex } from "@scure/base"
import { AccountRole } from "@solana/kit"
import { solana as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import * as z from "zod/mini"
import type { WalletRequest } from "../../contract/Explanation.ts"
import { explainRequest } from "../../solana/explain/explainRequest.ts"
import { decodeBase64 } from "../../text/base64.ts"
import { readData } from "../record.ts"
import { makeInstruction, makeMeta, unsignedTransaction } from "../solanaTransactions.ts"
import {
  makeCaseSchema,
  makeNameReader,
  Names,
  type OutsideCase,
  toOutsideCase,
  toTags,
} from "./OutsideCase.ts"
import { makeSolanaNode, OutsideChange, OutsideHoldings } from "./solanaNode.ts"

const OutsideTransaction = z.strictObject({
  payer: z.string(),
  steps: z.array(
    z.strictObject({
      program: z.string(),
      /** Each with `w` for writable and `s` for signer. */
      accounts: z.array(z.tuple([z.string(), z.string()])),
      /** Hex and addresses. */
      data: z.array(z.string()),
    }),
  ),
})
const Several = z.strictObject({ transactions: z.array(OutsideTransaction) })
const Message = z.strictObject({
  page: z.string(),
  text: z.optional(z.string()),
  transaction: z.optional(OutsideTransaction),
})
const Corpus = z.strictObject({
  people: Names,
  programs: Names,
  mints: Names,
  accounts: Names,
  sysvars: Names,
  world: OutsideHoldings,
  cases: z.array(makeCaseSchema({ request: z.unknown(), after: z.optional(OutsideChange) })),
})
type SolanaCorpus = z.infer<typeof Corpus>
type SolanaCase = SolanaCorpus["cases"][number]
type NameReader = (text: string) => string

const roles: Readonly<Record<string, AccountRole>> = {
  "": AccountRole.READONLY,
  w: AccountRole.WRITABLE,
  s: AccountRole.READONLY_SIGNER,
  ws: AccountRole.WRITABLE_SIGNER,
}

const toTransaction = ({ payer, steps }: z.infer<typeof OutsideTransaction>, read: NameReader): string =>
  unsignedTransaction({
    payer: read(payer),
    blockhash: base58.encode(new Uint8Array(32).fill(7)),
    instructions: steps.map(({ accounts, data, program }) =>
      makeInstruction(
        read(program),
        Uint8Array.from(
          data.flatMap((part) => [...(part.startsWith("$") ? base58.decode(read(part)) : hex.decode(part))]),
        ),
        accounts.map(([name, role]) => makeMeta(read(name), roles[role] ?? AccountRole.READONLY)),
      ),
    ),
  })

const toRequest = ({ form, request }: SolanaCase, read: NameReader): WalletRequest => {
  if (form === "message") {
    const { text = "", transaction } = Message.parse(request)
    if (transaction === undefined) return { _tag: "Message", message: text }
    // Without the signatures: what a wallet signs of a transaction is its message.
    const bytes = decodeBase64(toTransaction(transaction, read)) ?? new Uint8Array()
    return { _tag: "MessageBytes", bytes: `0x${hex.encode(bytes.slice(1 + 64 * (bytes[0] ?? 0)))}` }
  }
  const asked = form === "batch" ? Several.parse(request).transactions : [OutsideTransaction.parse(request)]
  const [first = "", ...others] = asked.map((one) => toTransaction(one, read))
  const transaction = { transaction: first }
  return others.length === 0
    ? { _tag: "Transaction", transaction }
    : {
        _tag: "Transactions",
        transactions: [transaction, ...others.map((one) => ({ transaction: one }))],
      }
}

const reviewCase = async (corpus: SolanaCorpus, one: SolanaCase): Promise<readonly string[]> => {
  const { accounts, mints, people, programs, sysvars, world } = corpus
  const read = makeNameReader(people, programs, mints, accounts, sysvars)
  const request = toRequest(one, read)
  const prices = new Map(Object.entries(world.mints).map(([name, { price }]) => [read(name), price]))
  const reviewed = await Effect.runPromise(
    explainRequest({
      network,
      rpc: makeSolanaNode(world, one.after, read),
      from: read("$me"),
      own: [read("$me")],
      request,
      tokens: [],
      nameOf: () => null,
      priceOf: (token) => (token === null ? world.price : (prices.get(token) ?? null)),
    }).pipe(Effect.catch(() => Effect.succeed(null))),
  )
  return toTags(reviewed, request, one.request)
}

/** Reads the cases on Solana. */
export const readOutsideSolana = (): readonly OutsideCase[] => {
  const corpus = Corpus.parse(readData("outside/solana"))
  return corpus.cases.map((one) => toOutsideCase("Solana", one, () => reviewCase(corpus, one)))
}
