import {
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  type Instruction,
  partiallySignTransaction,
} from "@solana/kit"
import type {
  ChainActions,
  ChainTransaction,
  Fee,
  TransactionQuery,
  TransactionStatus,
  Transfer,
} from "@wmodal/chains"
import { solana } from "@wmodal/chains/solana"
import { solanaDevnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import type { ConfirmedTransaction } from "../chain/SolanaChain.ts"
import { decodeTransaction, type SolanaTransaction } from "../chain/SolanaTransaction.ts"
import { makeChainRpc } from "./chainRpc.ts"
import { signToText } from "./signToText.ts"
import { makeTestChain, type TestChain } from "./testChain.ts"

/** The first test account on its own chain, with the engine's operations. */
export interface Payer extends TestChain {
  readonly actions: ChainActions
  readonly asking: { readonly network: typeof network; readonly rpc: ReturnType<typeof makeChainRpc> }
  readonly balanceOf: (address: string, token?: string | null) => Promise<bigint>
  readonly estimate: (to: string, amount: bigint, token?: string | null) => Promise<Fee>
  /** Returns the error of the chain or of the engine. */
  readonly refusal: (to: string, amount: bigint, token?: string | null) => Promise<unknown>
  readonly prepare: (
    transfer: Transfer,
  ) => Promise<{ readonly fee: Fee; readonly transaction: ChainTransaction }>
  readonly signed: (transaction: ChainTransaction) => Promise<SolanaTransaction>
  readonly pay: (transaction: ChainTransaction) => Promise<ConfirmedTransaction | null>
  readonly find: (sought: Partial<TransactionQuery>) => Promise<TransactionStatus>
  /** Returns an unsigned transaction of any instructions, as a dApp requests it. */
  readonly asked: (instructions: readonly Instruction[], version?: 0 | "legacy") => Promise<ChainTransaction>
}

export const makePayer = async (): Promise<Payer> => {
  const test = await makeTestChain()
  const { chain, signers } = test
  const [signer] = signers
  const actions = await (await solana().load()).actions.get()
  const asking = { network, rpc: makeChainRpc(chain) }
  const run = Effect.runPromise
  const transferOf = (to: string, amount: bigint, token: string | null = null): Transfer => ({
    from: signer.address,
    to,
    token,
    amount,
  })
  const signed = async ({ transaction }: ChainTransaction) => {
    const wire = getTransactionDecoder().decode(Buffer.from(transaction ?? "", "base64"))
    const text = getBase64EncodedWireTransaction(await partiallySignTransaction([signer.keyPair], wire))
    return decodeTransaction(Buffer.from(text, "base64"))
  }
  return {
    ...test,
    actions,
    asking,
    balanceOf: (address, token = null) =>
      run(
        token === null
          ? actions.balance({ ...asking, address })
          : actions.tokenBalance({ ...asking, address, token }),
      ),
    estimate: (...of) => run(actions.estimate({ ...asking, transfer: transferOf(...of) })),
    refusal: (...of) => run(Effect.flip(actions.estimate({ ...asking, transfer: transferOf(...of) }))),
    prepare: async (transfer) => {
      const fee = await run(actions.estimate({ ...asking, transfer }))
      return { fee, transaction: actions.build({ transfer, fee }) }
    },
    signed,
    pay: async (transaction) => chain.submit(await signed(transaction)),
    find: (sought) =>
      run(
        actions.find({
          ...asking,
          sought: {
            from: signer.address,
            transaction: null,
            mark: null,
            hash: null,
            excludedHashes: [],
            ...sought,
          },
        }),
      ),
    asked: async (instructions, version = "legacy") => {
      const { blockhash } = chain.head()
      return {
        transaction: await signToText({ payer: signer, blockhash, instructions, version }),
        lastValidBlockHeight: null,
      }
    },
  }
}
