import { createServer } from "node:http"
import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type IInstruction,
  type KeyPairSigner,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/web3.js"
import { getTransferSolInstructionDataEncoder } from "@solana-program/system"
import { describe, expect, it } from "vitest"
import { startMockServer } from "../MockServer.ts"
import { solanaAccounts } from "./solanaAccounts.ts"
import { testSeed } from "./testing/testSeed.ts"

const devnet = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1"

describe("x", () => {
  it("works", async () => {
    const server = await startMockServer({ port: 0 })
    const rpc = createSolanaRpc(`${server.worldUrl("p")}/rpc/${devnet}`)
    const a = await createKeyPairSignerFromPrivateKeyBytes(testSeed(0))
    expect(a.address).toBe(solanaAccounts[0])
    console.log(await rpc.getBalance(a.address).send(), await rpc.getLatestBlockhash().send())
    console.log(await rpc.getAccountInfo(address("9iVQpJYLJP94FbEfBzqTstQkcf86hiNXzKJaJeqpLmKN"), { encoding: "jsonParsed" }).send())
    console.log(await rpc.requestAirdrop(a.address, lamports(5n)).send())
    await server.close()
  })
})
