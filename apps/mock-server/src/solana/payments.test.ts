import { AccountRole, address, generateKeyPairSigner, type KeyPairSigner } from "@solana/kit"
import { getCreateAccountInstruction, getTransferSolInstruction } from "@solana-program/system"
import {
  findAssociatedTokenPda,
  getInitializeAccount3Instruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from "@solana-program/token"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { token2022 } from "./chain/tokenBalances.ts"
import { solanaAccounts } from "./solanaAccounts.ts"
import { solanaTokens } from "./solanaTokens.ts"
import { makePayer } from "./testing/payer.ts"

const [vera, milo, , , nora] = solanaAccounts
const [usd, , mFee] = solanaTokens
const newcomer = async () => (await generateKeyPairSigner()).address
/** Lamports that rent exemption of an account without data needs. */
const least = 890_880n

const reverts = (text: RegExp) => ({ reason: { _tag: "Reverts", text: expect.stringMatching(text) } })
const insufficient = { _tag: "TransferRejected", reason: { _tag: "Insufficient" } }

describe("SOL payments", () => {
  it("creates the recipient's account when the amount covers its rent", async () => {
    const { balanceOf, estimate, pay, prepare, refusal } = await makePayer()
    const to = await newcomer()
    expect(await refusal(to, least - 1n)).toMatchObject(reverts(/at least 0\.00089088 SOL/))
    expect(await estimate(to, least)).toMatchObject({ parts: [{ _tag: "Priority" }] })
    const { transaction } = await prepare({ from: vera, to, token: null, amount: least })
    await pay(transaction)
    expect(await balanceOf(to)).toBe(least)
    expect(await estimate(to, 1n)).toMatchObject({ seconds: 1 })
  })

  it("leaves the sender either rent-exempt or empty", async () => {
    const { balanceOf, estimate, pay, prepare, refusal } = await makePayer()
    const all = await balanceOf(vera)
    const { most } = await estimate(milo, 1n)
    expect(await refusal(milo, all - most - 1n)).toMatchObject(reverts(/0\.000000001 SOL would be left/))
    expect(await refusal(milo, all - most - least + 1n)).toMatchObject(reverts(/or nothing/))
    expect(await estimate(milo, all - most - least)).toMatchObject({ most })
    expect(await refusal(milo, all + 1n)).toMatchObject(insufficient)
    const { transaction } = await prepare({ from: vera, to: milo, token: null, amount: all - most })
    expect((await pay(transaction))?.outcome.error).toBe(null)
    expect(await balanceOf(vera)).toBe(0n)
  })

  it("rejects recipients that cannot spend the amount", async () => {
    const { refusal } = await makePayer()
    expect(await refusal(TOKEN_PROGRAM_ADDRESS, least)).toMatchObject(reverts(/is a program/))
    expect(await refusal(usd.mint, least)).toMatchObject(reverts(/token account, not a wallet/))
    expect(await refusal(usd.mint, 1n, usd.mint)).toMatchObject(reverts(/token account, not a wallet/))
    expect(await refusal(milo, 1n, milo)).toMatchObject(reverts(/no token/))
  })

  it("allows a payment to the sender itself", async () => {
    const { actions, asking, balanceOf, pay, prepare } = await makePayer()
    const transfer = { from: vera, to: vera, token: null, amount: 5n }
    const { fee, transaction } = await prepare(transfer)
    const all = await balanceOf(vera)
    const same = [{ token: null, before: all, after: all }]
    expect(await Effect.runPromise(actions.simulate({ ...asking, transfer, transaction }))).toEqual({
      _tag: "Simulated",
      sender: same,
      recipient: same,
    })
    await pay(transaction)
    expect(await balanceOf(vera)).toBe(all - fee.most)
  })
})

describe("Solana token payments", () => {
  it.each([usd, mFee])(
    "opens a token account for the recipient and adds its rent to the fee: $symbol",
    async ({ mint }) => {
      const { actions, asking, balanceOf, pay, prepare } = await makePayer()
      const to = await newcomer()
      const transfer = { from: vera, to, token: mint, amount: 1_000n }
      const { fee, transaction } = await prepare(transfer)
      const rent = fee.parts?.find(({ _tag }) => _tag === "Rent")
      expect(rent).toMatchObject({ amount: mint === usd.mint ? 2_039_280n : 2_157_600n })
      const arrives = mint === usd.mint ? 1_000n : 990n
      expect(await Effect.runPromise(actions.simulate({ ...asking, transfer, transaction }))).toMatchObject({
        sender: [{ token: mint }],
        recipient: [{ token: mint, before: 0n, after: arrives }],
      })
      const before = await balanceOf(vera)
      await pay(transaction)
      expect(await balanceOf(vera)).toBe(before - fee.expected)
      expect(await balanceOf(to, mint)).toBe(arrives)
      expect((await prepare(transfer)).fee.parts).toMatchObject([{ _tag: "Priority" }])
    },
  )

  it("spends from several accounts when no single one is sufficient", async () => {
    const payer = await makePayer()
    const { actions, asking, balanceOf, pay, prepare, refusal } = payer
    const all = await balanceOf(vera, usd.mint)
    await scatter(payer, all - 500n)
    expect(await balanceOf(vera, usd.mint)).toBe(all)
    const spendable = actions.spendableBalance({ ...asking, address: vera, token: usd.mint })
    expect(await Effect.runPromise(spendable)).toBe(all)
    const before = await balanceOf(milo, usd.mint)
    const transfer = { from: vera, to: milo, token: usd.mint, amount: all }
    const { transaction } = await prepare(transfer)
    expect(await Effect.runPromise(actions.simulate({ ...asking, transfer, transaction }))).toMatchObject({
      sender: [{ token: usd.mint, before: all, after: 0n }],
    })
    expect((await pay(transaction))?.outcome.error).toBe(null)
    expect(await balanceOf(milo, usd.mint)).toBe(before + all)
    expect(await refusal(milo, 1n, usd.mint)).toMatchObject(insufficient)
  })

  it.each([null, usd.mint, mFee.mint])(
    "finds a payment by each reference of its link, with the memo: token %s",
    async (token) => {
      const { actions, asking, balanceOf, find, pay, prepare } = await makePayer()
      const [reference, other, before] = [await newcomer(), await newcomer(), await balanceOf(milo, token)]
      const notes = { memo: "order é7", references: [reference, other] }
      const { transaction } = await prepare({ from: vera, to: milo, token, amount: 1_000n, ...notes })
      const mark = await Effect.runPromise(actions.takeCheckpoint({ ...asking, from: vera }))
      const landed = await pay(transaction)
      expect(landed?.outcome.error).toBe(null)
      expect(await balanceOf(milo, token)).toBe(before + (token === mFee.mint ? 990n : 1_000n))
      for (const key of notes.references)
        expect(await Effect.runPromise(asking.rpc.request("getSignaturesForAddress", [key]))).toMatchObject([
          { err: null, memo: "[9] order é7" },
        ])
      expect(await find({ mark, transaction })).toMatchObject({ _tag: "Mined" })
    },
  )

  it("pays a recipient whose token account requires a memo only with one", async () => {
    const { balanceOf, chain, pay, prepare, refusal, sign, signers } = await makePayer()
    const [, two] = signers
    const seeds = { owner: two.address, mint: address(mFee.mint), tokenProgram: address(token2022) }
    const [account] = await findAssociatedTokenPda(seeds)
    const own = { address: account, role: AccountRole.WRITABLE }
    const signer = { address: two.address, role: AccountRole.READONLY_SIGNER }
    const programAddress = address(token2022)
    const landed = chain.submit(
      await sign(two, [
        // Extends the account, then requires memos.
        {
          programAddress,
          accounts: [
            own,
            { address: two.address, role: AccountRole.WRITABLE_SIGNER },
            { address: address("11111111111111111111111111111111"), role: AccountRole.READONLY },
            signer,
          ],
          data: Uint8Array.of(29, 8, 0),
        },
        { programAddress, accounts: [own, signer], data: Uint8Array.of(30, 0) },
      ]),
    )
    expect(landed?.outcome.error).toBe(null)
    expect(await refusal(two.address, 1n, mFee.mint)).toMatchObject(reverts(/memo/))
    const before = await balanceOf(two.address, mFee.mint)
    const payment = { from: vera, to: two.address, token: mFee.mint, amount: 1_000n, memo: "rent" }
    expect((await pay((await prepare(payment)).transaction))?.outcome.error).toBe(null)
    expect(await balanceOf(two.address, mFee.mint)).toBe(before + 990n)
  })

  it("needs SOL for the fee and for new accounts", async () => {
    const { actions, asking, chain, sign, signers } = await makePayer()
    const [, two] = signers
    const poor = (to: string) =>
      Effect.runPromise(
        Effect.flip(
          actions.estimate({ ...asking, transfer: { from: milo, to, token: usd.mint, amount: 1n } }),
        ),
      )
    const left = async (lamports: bigint) => {
      const amount = (chain.svm.getBalance(address(milo)) ?? 0n) - 5_000n - lamports
      const drain = getTransferSolInstruction({ source: two, destination: address(vera), amount })
      expect(chain.submit(await sign(two, [drain]))?.outcome.error).toBe(null)
    }
    await left(1_000_000n)
    expect(await poor(nora)).toMatchObject(insufficient)
    await left(0n)
    expect(await poor(vera)).toMatchObject(insufficient)
  })
})

/** Moves this amount of the sender's dollars to a token account other than the associated one. */
const scatter = async (
  {
    chain,
    sign,
    signers: [one],
  }: { readonly signers: readonly [KeyPairSigner, ...KeyPairSigner[]] } & Pick<
    Awaited<ReturnType<typeof makePayer>>,
    "chain" | "sign"
  >,
  amount: bigint,
) => {
  const beside = await generateKeyPairSigner()
  const mint = address(usd.mint)
  const [source] = await findAssociatedTokenPda({
    owner: one.address,
    mint,
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  })
  const landed = chain.submit(
    await sign(one, [
      getCreateAccountInstruction({
        payer: one,
        newAccount: beside,
        lamports: 2_039_280n,
        space: 165n,
        programAddress: TOKEN_PROGRAM_ADDRESS,
      }),
      getInitializeAccount3Instruction({ account: beside.address, mint, owner: one.address }),
      getTransferCheckedInstruction({
        source,
        mint,
        destination: beside.address,
        authority: one,
        amount,
        decimals: 6,
      }),
    ]),
  )
  expect(landed?.outcome.error).toBe(null)
}

describe("sent Solana payments", () => {
  const sent = async () => {
    const payer = await makePayer()
    const { actions, asking, chain, pay, prepare } = payer
    chain.setMiningHeld(true)
    const { transaction } = await prepare({ from: vera, to: milo, token: null, amount: 5n })
    const mark = await Effect.runPromise(actions.takeCheckpoint({ ...asking, from: vera }))
    await pay(transaction)
    const hash = chain.waiting()[0]?.signature ?? ""
    return {
      ...payer,
      hash,
      look: (known: string | null = hash) => payer.find({ transaction, mark, hash: known }),
    }
  }

  it("reports a dropped payment as missing, and as expired after its last valid height", async () => {
    const { chain, hash, look } = await sent()
    expect(await look()).toMatchObject({ _tag: "Pending", hash })
    chain.drop(hash)
    expect(await look()).toEqual({ _tag: "Missing" })
    chain.mine(300)
    expect(await look()).toEqual({ _tag: "Missing" })
    chain.mine(1)
    expect(await look()).toEqual({ _tag: "Expired" })
    expect(await look(null)).toEqual({ _tag: "Missing" })
  })

  it("finds a payment that lands late", async () => {
    const { chain, hash, look } = await sent()
    chain.advance(149)
    chain.mine(1)
    chain.mine(1_000)
    expect(await look()).toMatchObject({ _tag: "Mined", hash, succeeded: true, confirmations: 1_001 })
    expect(await look(null)).toMatchObject({ _tag: "Mined", hash })
  })

  it("reports a payment as expired when its blockhash is too old", async () => {
    const { chain, look } = await sent()
    chain.advance(151)
    chain.mine(200)
    expect(await look()).toEqual({ _tag: "Expired" })
  })

  it("reports a payment as mined and failed when the balance was spent before", async () => {
    const { balanceOf, chain, find, prepare, sign, signed, signers } = await makePayer()
    const amount = (await balanceOf(vera)) / 2n + 10_000_000n
    const { transaction } = await prepare({ from: vera, to: milo, token: null, amount })
    const [one] = signers
    const first = getTransferSolInstruction({ source: one, destination: address(milo), amount })
    chain.submit(await sign(one, [first]))
    const { signature } = await signed(transaction)
    chain.submit(await signed(transaction))
    expect(await find({ hash: signature, transaction })).toMatchObject({
      _tag: "Mined",
      succeeded: false,
      fee: expect.any(BigInt),
    })
  })
})
