import type { Instruction, KeyPairSigner } from "@solana/kit"
import { solanaDevnet } from "@wmodal/protocol/networks"
import { genesisTimestamp } from "../../evm/genesis.ts"
import { type Landed, makeSolanaChain } from "../chain/SolanaChain.ts"
import { decodeTransaction, type SolanaTransaction } from "../chain/SolanaTransaction.ts"
import { signedText, testSigner } from "./signedText.ts"

/** A chain without a world. Its clock stands still until `wait` moves it. */
export const makeTestChain = async () => {
  let now = genesisTimestamp * 1000
  const tips: string[] = []
  const chain = makeSolanaChain({
    network: solanaDevnet,
    genesisHash: "genesis",
    now: () => now,
    onTip: (blockhash) => tips.push(blockhash),
  })
  const sign = async (
    payer: KeyPairSigner,
    instructions: readonly Instruction[],
    blockhash: string = chain.head().blockhash,
  ): Promise<SolanaTransaction> =>
    decodeTransaction(Buffer.from(await signedText({ payer, blockhash, instructions }), "base64"))
  return {
    chain,
    tips,
    /** The first test accounts. */
    signers: await Promise.all([testSigner(0), testSigner(1), testSigner(2)]),
    sign,
    send: async (payer: KeyPairSigner, instructions: readonly Instruction[]): Promise<Landed | null> =>
      chain.submit(await sign(payer, instructions)),
    /** Moves the clock, in milliseconds, and nothing else. */
    wait: (milliseconds: number) => {
      now += milliseconds
    },
  }
}
