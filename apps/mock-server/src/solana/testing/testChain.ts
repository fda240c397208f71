import type { Instruction, KeyPairSigner } from "@solana/kit"
import { solanaDevnet } from "@wmodal/protocol/networks"
import { genesisTimestamp } from "../../evm/genesis.ts"
import { type ConfirmedTransaction, makeSolanaChain, type SolanaChain } from "../chain/SolanaChain.ts"
import { decodeTransaction, type SolanaTransaction } from "../chain/SolanaTransaction.ts"
import { getTestSigner, signToText } from "./signToText.ts"

/** A chain without a world. Its clock is fixed until `wait` moves it. */
export interface TestChain {
  readonly chain: SolanaChain
  /** Every newest blockhash so far. */
  readonly tips: readonly string[]
  /** The first test accounts. */
  readonly signers: readonly [KeyPairSigner, KeyPairSigner, KeyPairSigner]
  readonly sign: (
    payer: KeyPairSigner,
    instructions: readonly Instruction[],
    blockhash?: string,
  ) => Promise<SolanaTransaction>
  readonly send: (
    payer: KeyPairSigner,
    instructions: readonly Instruction[],
  ) => Promise<ConfirmedTransaction | null>
  /** Moves the clock only, in milliseconds. */
  readonly wait: (milliseconds: number) => void
}

// The type is explicit: an inferred one may name another version of @solana/addresses.
export const makeTestChain = async (): Promise<TestChain> => {
  let now = genesisTimestamp * 1000
  const tips: string[] = []
  const chain = makeSolanaChain({
    network: solanaDevnet,
    genesisHash: "genesis",
    now: () => now,
    onTip: (blockhash) => tips.push(blockhash),
  })
  const sign: TestChain["sign"] = async (payer, instructions, blockhash = chain.head().blockhash) =>
    decodeTransaction(Buffer.from(await signToText({ payer, blockhash, instructions }), "base64"))
  const signers: TestChain["signers"] = await Promise.all([
    getTestSigner(0),
    getTestSigner(1),
    getTestSigner(2),
  ])
  return {
    chain,
    tips,
    signers,
    sign,
    send: async (payer, instructions) => chain.submit(await sign(payer, instructions)),
    wait: (milliseconds: number) => {
      now += milliseconds
    },
  }
}
