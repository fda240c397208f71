import { p2tr, p2wpkh, Transaction } from "@scure/btc-signer"
import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit"
import {
  getAdvanceNonceAccountInstruction,
  getAssignInstruction,
  getTransferSolInstruction,
} from "@solana-program/system"
import {
  AuthorityType,
  getApproveInstruction,
  getCloseAccountInstruction,
  getSetAuthorityInstruction,
  getTokenEncoder,
} from "@solana-program/token"
import { encodeBase64 } from "@wmodal/chains/internal"
import type { StandardAccount } from "@wmodal/chains/standard"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { ApprovalRequest } from "../ApprovalRequest.ts"
import { getFeature, type PsbtInput, setupStandardWallet } from "../testing/setupStandardWallet.ts"
import { reviewRequest } from "./reviewRequest.ts"

type NodeAnswer = (method: string, params: readonly unknown[]) => unknown

/** A wallet that reviews each request, whose user declines what was not to connect. */
const setupReviewed = (answer: NodeAnswer) => {
  const asked: ApprovalRequest[] = []
  const wallet = setupStandardWallet({
    answer,
    review: reviewRequest,
    approve: (request) =>
      Effect.sync(() => {
        asked.push(request)
        return request._tag === "ConnectAddresses" ? "approve" : "decline"
      }),
  })
  /** Returns the review of the request that the wallet showed last. */
  const review = () => asked.at(-1)?.review ?? { lines: [], acts: [] }
  return { ...wallet, acts: () => review().acts.map(({ title }) => title), lines: () => review().lines }
}

const mine = address("oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96")
const thief = address("AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD")
const mint = address("EtcCeEgSjtSnbFcZDXPbtV8oj4CgduHBwVtZawQ5ZRm6")
const holding = address("9iVQpJYLJP94FbEfBzqTstQkcf86hiNXzKJaJeqpLmKN")
const system = "11111111111111111111111111111111"
const tokenProgram = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"

const account = (owner: string, lamports: number, data: Uint8Array = new Uint8Array()) => ({
  owner,
  lamports,
  executable: false,
  data: [encodeBase64(data), "base64"],
})
const accounts: Readonly<Record<string, object>> = {
  [mine]: account(system, 5_000_000_000),
  [thief]: account(system, 1_000_000),
  [holding]: account(
    tokenProgram,
    2_039_280,
    Uint8Array.from(
      getTokenEncoder().encode({
        mint,
        owner: mine,
        amount: 500n,
        delegate: null,
        state: 1,
        isNative: null,
        delegatedAmount: 0n,
        closeAuthority: null,
      }),
    ),
  ),
}
const listed = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

/** A node on which nothing that is simulated changes anything, so that only the request itself tells. */
const answerSolana: NodeAnswer = (method, [first, second]) => {
  const stored = (addresses: readonly string[]) => addresses.map((one) => accounts[one] ?? null)
  switch (method) {
    case "getMultipleAccounts":
      return { context: { slot: 1 }, value: stored(listed(first)) }
    case "simulateTransaction": {
      const watched = Object(Object(second).accounts).addresses
      const value = { err: null, logs: [], unitsConsumed: 1, accounts: stored(listed(watched)) }
      return { context: { slot: 1 }, value }
    }
    case "getTokenAccountsByOwner":
      return { context: { slot: 1 }, value: [] }
    default:
      return null
  }
}

const owner = createNoopSigner(mine)
const encode = (instructions: readonly Instruction[], payer: Address = mine) =>
  Uint8Array.from(
    getTransactionEncoder().encode(
      compileTransaction(
        pipe(
          createTransactionMessage({ version: 0 }),
          (message) => setTransactionMessageFeePayer(payer, message),
          (message) =>
            setTransactionMessageLifetimeUsingBlockhash(
              {
                blockhash: "9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp" as Blockhash,
                lastValidBlockHeight: 1n,
              },
              message,
            ),
          (message) => appendTransactionMessageInstructions(instructions, message),
        ),
      ),
    ),
  )

const pay = getTransferSolInstruction({ source: owner, destination: thief, amount: 1n })
const strange: Instruction = {
  programAddress: thief,
  accounts: [{ address: mine, role: AccountRole.WRITABLE_SIGNER }],
  data: Uint8Array.of(1),
}

describe("review of a Solana request", () => {
  it.each([
    ["a payment", [pay], []],
    [
      "SetAuthority of a token account",
      [
        getSetAuthorityInstruction({
          owned: holding,
          owner,
          authorityType: AuthorityType.AccountOwner,
          newAuthority: thief,
        }),
      ],
      ["Ownership transfer"],
    ],
    [
      "a delegate over the whole balance",
      [getApproveInstruction({ source: holding, delegate: thief, owner, amount: 500n })],
      ["Your whole balance could be taken"],
    ],
    [
      "a token account closed in another's favour",
      [getCloseAccountInstruction({ account: holding, destination: thief, owner })],
      ["Ownership transfer"],
    ],
    [
      "a token account closed in one's own favour",
      [getCloseAccountInstruction({ account: holding, destination: mine, owner })],
      [],
    ],
    [
      "an account that is assigned to a program",
      [getAssignInstruction({ account: owner, programAddress: thief })],
      ["Ownership transfer"],
    ],
    [
      "a payment with a durable nonce",
      [getAdvanceNonceAccountInstruction({ nonceAccount: holding, nonceAuthority: owner }), pay],
      ["It never expires"],
    ],
    ["a call of an unknown program", [strange], ["A call that cannot be read"]],
  ] as const)("demands the acts of the modal's review for %s", async (_, instructions, titles) => {
    const wallet = setupReviewed(answerSolana)
    const signing = getFeature(wallet.standard, "solana:signTransaction")
    const shared = await wallet.solana()
    const call = { account: shared, transaction: encode(instructions), chain: "solana:mainnet" }
    await expect(signing.signTransaction(call)).rejects.toMatchObject({ code: 4001 })
    expect(wallet.acts()).toEqual(titles)
  })

  it("demands an act where no node responds, and for bytes that are no text", async () => {
    const wallet = setupReviewed(() => {
      throw { _tag: "Unreachable", detail: "no node" }
    })
    const shared = await wallet.solana()
    const { signTransaction } = getFeature(wallet.standard, "solana:signTransaction")
    const call = { account: shared, transaction: encode([pay]), chain: "solana:mainnet" }
    await expect(signTransaction(call)).rejects.toMatchObject({ code: 4001 })
    expect(wallet.acts()).toEqual(["Not simulated"])

    const { signMessage } = getFeature(wallet.standard, "solana:signMessage")
    const sign = async (message: Uint8Array) => {
      await expect(signMessage({ account: shared, message })).rejects.toMatchObject({ code: 4001 })
      return wallet.acts()
    }
    expect(await sign(new TextEncoder().encode("Hello"))).toEqual([])
    expect(await sign(new Uint8Array(32).fill(7))).toEqual(["Blind signing"])
  })

  it("demands an act for a sign-in text of another site", async () => {
    const wallet = setupReviewed(answerSolana)
    const shared = await wallet.solana()
    const { signMessage } = getFeature(wallet.standard, "solana:signMessage")
    const text = `bank.example wants you to sign in with your Solana account:\n${mine}`
    await signMessage({ account: shared, message: new TextEncoder().encode(text) }).catch(() => {})
    expect(wallet.acts()).toEqual(["Sign-in for another site"])
  })
})

const coin = "ab".repeat(32)
const answerBitcoin: NodeAnswer = (_, [path]) => {
  const text = String(path)
  const value = 100_000
  if (!text.startsWith("/address/")) return null
  const status = { confirmed: true, block_height: 1, block_time: 1 }
  return text.endsWith("/utxo")
    ? [{ txid: coin, vout: 0, value, status }]
    : {
        chain_stats: { funded_txo_sum: value, spent_txo_sum: 0, tx_count: 1 },
        mempool_stats: { funded_txo_sum: 0, spent_txo_sum: 0, tx_count: 0 },
      }
}

describe("review of a Bitcoin request", () => {
  const getScript = ({ publicKey, purpose }: StandardAccount) =>
    purpose === "payment" ? p2wpkh(publicKey).script : p2tr(publicKey).script
  const ask = async (
    paid: bigint,
    change: bigint,
    more: Partial<PsbtInput["inputsToSign"][number]> = {},
    inPsbt: { readonly sighashType?: number } = {},
  ) => {
    const wallet = setupReviewed(answerBitcoin)
    const { ordinals, payment } = await wallet.bitcoin()
    const made = new Transaction()
    const witnessUtxo = { script: getScript(payment), amount: 100_000n }
    made.addInput({ txid: coin, index: 0, witnessUtxo, ...inPsbt })
    made.addOutputAddress("bc1qt3az9lwpqfvr466mezsewuzdc4d379ldv83d4c", paid)
    if (change > 0n) made.addOutput({ script: getScript(ordinals), amount: change })
    const { signTransaction } = getFeature(wallet.standard, "bitcoin:signTransaction")
    await expect(
      signTransaction({
        psbt: made.toPSBT(),
        inputsToSign: [{ account: payment, signingIndexes: [0], ...more }],
        chain: "bitcoin:mainnet",
      }),
    ).rejects.toMatchObject({ code: 4001 })
    return wallet
  }

  it("shows what a payment costs, and demands no act", async () => {
    const wallet = await ask(60_000n, 39_000n)
    expect(wallet.acts()).toEqual([])
    expect(wallet.lines()).toContainEqual({ label: "You pay", text: "0.0006 BTC" })
  })

  it("shows change that is not the wallet's as paid", async () => {
    expect((await ask(99_000n, 0n)).lines()).toContainEqual({ label: "You pay", text: "0.00099 BTC" })
  })

  it.each(["NONE", "SINGLE", "ALL|ANYONECANPAY", 0x82] as const)(
    "demands an act for the sighash %s, which the dApp names outside of the PSBT",
    async (sigHash) => {
      expect((await ask(60_000n, 39_000n, { sigHash })).acts()).toEqual(["Partial signature"])
    },
  )

  it("demands an act for a sighash in the PSBT, and for a high fee", async () => {
    expect((await ask(60_000n, 39_000n, {}, { sighashType: 2 })).acts()).toEqual(["Partial signature"])
    expect((await ask(60_000n, 10_000n)).acts()).toEqual(["Unusually high network fee"])
  })
})
