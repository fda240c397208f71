import { address, generateKeyPairSigner } from "@solana/kit"
import { getTransferSolInstruction } from "@solana-program/system"
import { Effect, Result } from "effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import { makeAirdropTransaction } from "./chain/faucet.ts"
import { solanaAccounts } from "./solanaAccounts.ts"
import { solanaTokens } from "./solanaTokens.ts"
import { makePayer } from "./testing/payer.ts"

const [vera, milo, nora] = solanaAccounts
const [usd, , mFee] = solanaTokens
/** Lamports that rent exemption of an account without data needs. */
const least = 890_880n
const runs = Math.min(300, fc.readConfigureGlobal().numRuns ?? 30)

/** The first account, whose SOL can be set to what a payment costs and this much more. */
const makePoorPayer = async () => {
  const payer = await makePayer()
  const { actions, asking, balanceOf, chain, sign, signers } = payer
  const estimate = (to: string, amount: bigint, token: string | null) =>
    Effect.runPromise(
      Effect.result(actions.estimate({ ...asking, transfer: { from: vera, to, token, amount } })),
    )
  let fills = 0n
  const fill = () => {
    // A transaction of its own each time.
    fills += 1n
    const { blockhash } = chain.head()
    const landed = chain.submit(makeAirdropTransaction(vera, 1_000_000_000n + fills, blockhash))
    expect(landed?.outcome.error).toBe(null)
  }
  const hold = async (lamports: bigint) => {
    const amount = (await balanceOf(vera)) - 5_000n - lamports
    const drain = getTransferSolInstruction({ source: signers[0], destination: address(milo), amount })
    expect(chain.submit(await sign(signers[0], [drain]))?.outcome.error).toBe(null)
    expect(await balanceOf(vera)).toBe(lamports)
  }
  return { ...payer, estimate, fill, hold }
}

type PoorPayer = Awaited<ReturnType<typeof makePoorPayer>>

interface TokenPayment {
  readonly token: string
  /** Whether the recipient has no account of the token yet. */
  readonly isNew: boolean
  /** Lamports that are left of the sender's after the payment. */
  readonly rest: bigint
}

const checkTokenPayment = async (
  { balanceOf, estimate, fill, hold, pay, prepare }: PoorPayer,
  { isNew, rest, token }: TokenPayment,
) => {
  fill()
  const to = isNew ? (await generateKeyPairSigner()).address : nora
  const known = await estimate(to, 1n, token)
  if (Result.isFailure(known)) throw known.failure
  const { most } = known.success
  // An account can only be left with nothing or with enough.
  if (most + rest < least) return "impossible"
  await hold(most + rest)
  const found = await estimate(to, 1n, token)
  if (rest < 0n) {
    const isRefused = Result.isFailure(found) || found.success.most > most + rest
    expect(isRefused).toBe(true)
    return "unpayable"
  }
  // A payer that is left with nothing is refused by the engine.
  if (rest < least) {
    if (rest > 0n || Result.isFailure(found))
      expect(found).toMatchObject({
        failure: {
          reason: { _tag: "Reverts", text: expect.stringMatching(/keep at least 0\.00089088 SOL/) },
        },
      })
    return "below the rent"
  }
  expect(found).toMatchObject({ success: { most } })
  const { transaction } = await prepare({ from: vera, to, token, amount: 1n })
  expect((await pay(transaction))?.outcome.error).toBe(null)
  expect(await balanceOf(vera)).toBe(rest)
  return "paid"
}

interface Payment {
  /** Lamports of the sender. */
  readonly held: bigint
  /** Whether the recipient has no account yet. */
  readonly isNew: boolean
  /** Lamports less than the maximum, which would leave too little. */
  readonly short: bigint
}

const checkMaximum = async (
  { balanceOf, chain, estimate, fill, hold, pay, prepare, sign, signers }: PoorPayer,
  { held, isNew, short }: Payment,
) => {
  fill()
  await hold(held)
  const to = isNew ? (await generateKeyPairSigner()).address : nora
  const all = await estimate(to, held, null)
  if (Result.isFailure(all)) {
    // The fee alone takes from what the account needs, so that nothing can be paid at all.
    expect(all.failure).toMatchObject({ reason: { _tag: "Insufficient" } })
    expect(held).toBeLessThan(least + 10_000n)
    const drain = getTransferSolInstruction({
      source: signers[0],
      destination: address(nora),
      amount: held - 5_000n,
    })
    const landed = chain.submit(await sign(signers[0], [drain]))
    expect(landed === null || held >= least + 5_000n).toBe(true)
    return "unpayable"
  }
  const most = held - all.success.most
  const more = await estimate(to, most + 1n, null)
  const isBeyond = Result.isFailure(more) || most + 1n + more.success.most > held
  expect(isBeyond).toBe(true)
  if (most > short && (!isNew || most - short >= least))
    expect(await estimate(to, most - short, null)).toMatchObject({
      failure: { reason: { _tag: "Reverts", text: expect.stringMatching(/must keep at least/) } },
    })
  expect(await estimate(to, most, null)).toMatchObject({ success: { most: all.success.most } })
  const { transaction } = await prepare({ from: vera, to, token: null, amount: most })
  expect((await pay(transaction))?.outcome.error).toBe(null)
  expect(await balanceOf(vera)).toBe(0n)
  return "paid"
}

it("accepts a token payment exactly when its sender's SOL pays the fee and the rent, and keeps its own", async () => {
  const payer = await makePoorPayer()
  const seen = new Set<string>()
  const payments = fc.record({
    token: fc.constantFrom(usd.mint, mFee.mint),
    isNew: fc.boolean(),
    rest: fc.oneof(
      fc.constantFrom(-1n, 0n, 1n, least - 1n, least),
      fc.bigInt({ min: -4_000n, max: 2n * least }),
    ),
  })
  await fc.assert(
    fc.asyncProperty(payments, async (payment) => void seen.add(await checkTokenPayment(payer, payment))),
    { numRuns: runs },
  )
  expect([...seen]).toEqual(expect.arrayContaining(["unpayable", "below the rent", "paid"]))
}, 300_000)

it("names a maximum of SOL that lands and empties its sender, and refuses what would leave less than the rent", async () => {
  const payer = await makePoorPayer()
  const seen = new Set<string>()
  const balances = fc.record({
    isNew: fc.boolean(),
    held: fc.oneof(
      fc.bigInt({ min: least, max: least + 10_000n }),
      fc.bigInt({ min: least, max: 2n * least }),
      fc.bigInt({ min: least, max: 900_000_000n }),
    ),
    short: fc.bigInt({ min: 1n, max: least - 1n }),
  })
  await fc.assert(
    fc.asyncProperty(balances, async (payment) => void seen.add(await checkMaximum(payer, payment))),
    { numRuns: runs },
  )
  expect([...seen]).toEqual(expect.arrayContaining(["unpayable", "paid"]))
}, 300_000)
