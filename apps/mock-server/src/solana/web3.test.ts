import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  getAddressEncoder,
  getProgramDerivedAddress,
  getSignatureFromTransaction,
  type IInstruction,
  isSolanaError,
  type KeyPairSigner,
  lamports,
  pipe,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/web3.js"
import { getTransferSolInstructionDataEncoder, SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system"
import {
  ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  getTransferCheckedInstructionDataEncoder,
  TOKEN_PROGRAM_ADDRESS,
} from "@solana-program/token"
import { describe, expect, it } from "vitest"
import type { MockServer } from "../MockServer.ts"
import { setupTestServer } from "../testing/setupTestServer.ts"
import { solanaAccounts } from "./solanaAccounts.ts"
import { solanaTokens } from "./solanaTokens.ts"
import { deriveTestSeed } from "./testing/testSeed.ts"

const devnet = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1"
const [usdc] = solanaTokens
const mint = address(usdc.mint)
const systemProgram = address(SYSTEM_PROGRAM_ADDRESS)
const tokenProgram = address(TOKEN_PROGRAM_ADDRESS)
const associatedTokenProgram = address(ASSOCIATED_TOKEN_PROGRAM_ADDRESS)

/** The devnet node in a world, through web3.js 2.0.0. */
const connect = (server: MockServer, world: string) => {
  const url = `${server.worldUrl(world)}/rpc/${devnet}`
  const rpc = createSolanaRpc(url)
  const rpcSubscriptions = createSolanaRpcSubscriptions(url.replace(/^http/, "ws"))
  const confirm = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })
  const sign = async (payer: KeyPairSigner, instructions: readonly IInstruction[]) => {
    const { value: blockhash } = await rpc.getLatestBlockhash().send()
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (empty) => setTransactionMessageFeePayerSigner(payer, empty),
      (paid) => setTransactionMessageLifetimeUsingBlockhash(blockhash, paid),
      (dated) => appendTransactionMessageInstructions(instructions, dated),
    )
    return signTransactionMessageWithSigners(message)
  }
  /** Sends a transaction and waits for its confirmation by `signatureSubscribe`. */
  const send = async (payer: KeyPairSigner, instructions: readonly IInstruction[]) => {
    const transaction = await sign(payer, instructions)
    await confirm(transaction, { commitment: "confirmed" })
    return getSignatureFromTransaction(transaction)
  }
  return { rpc, rpcSubscriptions, sign, confirm, send }
}

const transferSol = (from: KeyPairSigner, to: Address, amount: bigint): IInstruction => ({
  programAddress: systemProgram,
  accounts: [
    { address: from.address, role: AccountRole.WRITABLE_SIGNER },
    { address: to, role: AccountRole.WRITABLE },
  ],
  data: new Uint8Array(getTransferSolInstructionDataEncoder().encode({ amount })),
})

const associatedToken = async (owner: Address) => {
  const encode = getAddressEncoder().encode
  const [account] = await getProgramDerivedAddress({
    programAddress: associatedTokenProgram,
    seeds: [encode(owner), encode(tokenProgram), encode(mint)],
  })
  return account
}

const createAssociatedToken = async (payer: KeyPairSigner, owner: Address): Promise<IInstruction> => ({
  programAddress: associatedTokenProgram,
  accounts: [
    { address: payer.address, role: AccountRole.WRITABLE_SIGNER },
    { address: await associatedToken(owner), role: AccountRole.WRITABLE },
    { address: owner, role: AccountRole.READONLY },
    { address: mint, role: AccountRole.READONLY },
    { address: systemProgram, role: AccountRole.READONLY },
    { address: tokenProgram, role: AccountRole.READONLY },
  ],
  data: new Uint8Array([0]),
})

const transferUsdc = async (from: KeyPairSigner, to: Address, amount: bigint): Promise<IInstruction> => ({
  programAddress: tokenProgram,
  accounts: [
    { address: await associatedToken(from.address), role: AccountRole.WRITABLE },
    { address: mint, role: AccountRole.READONLY },
    { address: await associatedToken(to), role: AccountRole.WRITABLE },
    { address: from.address, role: AccountRole.READONLY_SIGNER },
  ],
  data: new Uint8Array(
    getTransferCheckedInstructionDataEncoder().encode({ amount, decimals: usdc.decimals }),
  ),
})

describe("web3.js 2.0.0 against the node", { timeout: 30_000 }, () => {
  const server = setupTestServer()

  it("receives an airdrop, sends it on, and receives the confirmation over a socket", async () => {
    const { rpc, send } = connect(server(), "sol")
    const from = await generateKeyPairSigner()
    const to = await generateKeyPairSigner()
    await rpc.requestAirdrop(from.address, lamports(2_000_000_000n)).send()
    const signature = await send(from, [transferSol(from, to.address, 1_500_000_000n)])
    const balances = await Promise.all(
      [from, to].map(async (one) => (await rpc.getBalance(one.address).send()).value),
    )
    expect(balances).toEqual([499_995_000n, 1_500_000_000n])
    const { value: statuses } = await rpc.getSignatureStatuses([signature]).send()
    expect(statuses).toMatchObject([{ confirmationStatus: "finalized", err: null, status: { Ok: null } }])
    const got = await rpc
      .getTransaction(signature, { encoding: "jsonParsed", maxSupportedTransactionVersion: 0 })
      .send()
    expect(got?.meta).toMatchObject({
      err: null,
      fee: 5_000n,
      preBalances: [2_000_000_000n, 0n, 1n],
      postBalances: [499_995_000n, 1_500_000_000n, 1n],
    })
    expect(got?.transaction.message.instructions).toMatchObject([
      {
        program: "system",
        parsed: {
          type: "transfer",
          info: { source: from.address, destination: to.address, lamports: 1_500_000_000n },
        },
      },
    ])
  })

  it("opens a token account for another owner and sends tokens to it", async () => {
    const { rpc, send } = connect(server(), "spl")
    const from = await createKeyPairSignerFromPrivateKeyBytes(deriveTestSeed(0))
    expect(from.address).toBe(solanaAccounts[0])
    const to = await generateKeyPairSigner()
    const signature = await send(from, [
      await createAssociatedToken(from, to.address),
      await transferUsdc(from, to.address, 1_234_567n),
    ])
    const { value: held } = await rpc
      .getTokenAccountsByOwner(to.address, { mint }, { encoding: "jsonParsed" })
      .send()
    expect(held.map(({ pubkey, account }) => [pubkey, account.data.parsed.info.tokenAmount])).toEqual([
      [
        await associatedToken(to.address),
        { amount: "1234567", decimals: 6, uiAmount: 1.234567, uiAmountString: "1.234567" },
      ],
    ])
    const { value: left } = await rpc.getTokenAccountBalance(await associatedToken(from.address)).send()
    expect(left.amount).toBe("9998765433")
    const got = await rpc
      .getTransaction(signature, { encoding: "jsonParsed", maxSupportedTransactionVersion: 0 })
      .send()
    expect(
      got?.meta?.postTokenBalances?.map(({ owner, uiTokenAmount }) => [owner, uiTokenAmount.amount]),
    ).toEqual(
      expect.arrayContaining([
        [from.address, "9998765433"],
        [to.address, "1234567"],
      ]),
    )
    const listed = await rpc.getSignaturesForAddress(to.address, { limit: 10 }).send()
    expect(listed.map((entry) => entry.signature)).toEqual([signature])
  })

  it("rejects a failing transaction before sending, with the program's logs", async () => {
    const { confirm, sign } = connect(server(), "fail")
    const from = await createKeyPairSignerFromPrivateKeyBytes(deriveTestSeed(1))
    const to = await generateKeyPairSigner()
    const transaction = await sign(from, [transferSol(from, to.address, 10n ** 15n)])
    const error = await confirm(transaction, { commitment: "confirmed" }).catch((thrown: unknown) => thrown)
    if (!isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE))
      throw error
    expect(error.context.logs).toContain(
      "Transfer: insufficient lamports 999999995000, need 1000000000000000",
    )
    expect(error.cause).toMatchObject({ context: { code: 1, index: 0 } })
  })

  it("reports an expired transaction after the clock moves past its blockhash", async () => {
    const { confirm, sign } = connect(server(), "late")
    const from = await createKeyPairSignerFromPrivateKeyBytes(deriveTestSeed(1))
    const transaction = await sign(from, [transferSol(from, from.address, 1n)])
    await fetch(`${server().control}/worlds/late/clock`, {
      method: "POST",
      body: JSON.stringify({ advance: 61_000 }),
    })
    const error = await confirm(transaction, { commitment: "confirmed" }).catch((thrown: unknown) => thrown)
    if (!isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE))
      throw error
    expect(isSolanaError(error.cause, SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND)).toBe(true)
  })

  it("receives a notification of a changed account", async () => {
    const { rpc, rpcSubscriptions } = connect(server(), "account")
    const { address: owner } = await generateKeyPairSigner()
    const abort = new AbortController()
    const notices = await rpcSubscriptions
      .accountNotifications(owner, { commitment: "confirmed", encoding: "base64" })
      .subscribe({ abortSignal: abort.signal })
    const iterator = notices[Symbol.asyncIterator]()
    const seen: bigint[] = []
    for (const amount of [1_000_000n, 2_000_000n]) {
      const notice = iterator.next()
      await rpc.requestAirdrop(owner, lamports(amount)).send()
      seen.push((await notice).value?.value.lamports ?? 0n)
    }
    abort.abort()
    expect(seen).toEqual([1_000_000n, 3_000_000n])
  })
})
