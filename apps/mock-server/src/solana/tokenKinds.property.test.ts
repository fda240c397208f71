import { type Address, address, generateKeyPairSigner, getAddressEncoder, lamports } from "@solana/kit"
import { findAssociatedTokenPda } from "@solana-program/token"
import { Effect, Result } from "effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import { token2022 } from "./chain/tokenBalances.ts"
import {
  encodeMint,
  encodeTokenAccount,
  encodeTransferFee,
  encodeWithExtensions,
} from "./chain/tokenBytes.ts"
import { solanaAccounts } from "./solanaAccounts.ts"
import { makePayer } from "./testing/payer.ts"

const [vera, milo] = solanaAccounts
const encodeAddress = (one: string): Uint8Array => Uint8Array.from(getAddressEncoder().encode(address(one)))

const kinds = fc.record({
  /** Basis points that the token keeps of a transfer. */
  fee: fc.option(fc.integer({ min: 0, max: 10_000 }), { nil: null }),
  isBound: fc.boolean(),
  isPaused: fc.option(fc.boolean(), { nil: null }),
  startsFrozen: fc.option(fc.boolean(), { nil: null }),
  hasDelegate: fc.boolean(),
  /** Basis points a year. */
  interest: fc.option(fc.constantFrom(0, 500), { nil: null }),
  /** By how much the shown amount differs from the raw one. */
  factor: fc.option(fc.constantFrom(1, 2), { nil: null }),
  isConfidential: fc.boolean(),
  recipient: fc.record({ exists: fc.boolean(), needsMemo: fc.boolean(), isGuarded: fc.boolean() }),
  amount: fc.bigInt({ min: 1n, max: 1_000_000n }),
})

type Extensions = readonly (readonly [type: number, data: Uint8Array])[]
type Kinds = ReturnType<(typeof kinds)["generate"]>["value"]

/** Source: spl-token-2022, `ExtensionType`. */
const toMintExtensions = (one: Kinds): Extensions => [
  ...(one.fee === null ? [] : [encodeTransferFee(address(vera), one.fee, 2n ** 64n - 1n)]),
  ...(one.isConfidential ? [[4, new Uint8Array(65)] as const] : []),
  ...(one.startsFrozen === null ? [] : [[6, Uint8Array.of(one.startsFrozen ? 2 : 1)] as const]),
  ...(one.isBound ? [[9, new Uint8Array()] as const] : []),
  ...(one.interest === null ? [] : [[10, encodeInterest(one.interest)] as const]),
  ...(one.hasDelegate ? [[12, encodeAddress(vera)] as const] : []),
  ...(one.factor === null ? [] : [[25, encodeFactor(one.factor)] as const]),
  ...(one.isPaused === null
    ? []
    : [[26, Buffer.concat([encodeAddress(vera), Uint8Array.of(Number(one.isPaused))])] as const]),
]

const encodeInterest = (rate: number) => {
  const terms = Buffer.alloc(20)
  terms.writeInt16LE(rate, 8)
  terms.writeInt16LE(rate, 18)
  return Buffer.concat([encodeAddress(vera), terms])
}

const encodeFactor = (factor: number) => {
  const numbers = Buffer.alloc(24)
  numbers.writeDoubleLE(factor, 0)
  numbers.writeDoubleLE(factor, 16)
  return Buffer.concat([encodeAddress(vera), numbers])
}

const toHolderExtensions = (one: Kinds): Extensions => [
  ...(one.fee === null ? [] : [[2, new Uint8Array(8)] as const]),
  [7, new Uint8Array()],
  ...(one.isBound ? [[13, new Uint8Array()] as const] : []),
  ...(one.isPaused === null ? [] : [[27, new Uint8Array()] as const]),
]

const refusals = (one: Kinds): readonly RegExp[] => [
  ...(one.isBound ? [/stays in the account/] : []),
  ...(one.isPaused === true ? [/paused/] : []),
  ...(one.factor === 2 || one.interest === 500 ? [/scales its amounts/] : []),
  ...(one.startsFrozen === true && !one.recipient.exists ? [/frozen/] : []),
  ...(one.recipient.exists && one.recipient.needsMemo ? [/memo/] : []),
]

it("pays each token as its extensions say, or names the one that forbids it", async () => {
  const { actions, asking, balanceOf, chain, pay, prepare } = await makePayer()
  const { svm } = chain
  const put = (at: Address, data: Uint8Array) =>
    svm.setAccount({
      address: at,
      data: new Uint8Array(data),
      executable: false,
      lamports: lamports(svm.minimumBalanceForRentExemption(BigInt(data.length))),
      programAddress: address(token2022),
      space: BigInt(data.length),
    })
  const placeOf = async (owner: string, mint: Address) =>
    (await findAssociatedTokenPda({ owner: address(owner), mint, tokenProgram: address(token2022) }))[0]
  let paid = 0
  await fc.assert(
    fc.asyncProperty(kinds, async (one) => {
      const mint = (await generateKeyPairSigner()).address
      const supply = 1_000_000n
      put(
        mint,
        encodeWithExtensions(encodeMint({ authority: vera, supply, decimals: 6 }), 1, toMintExtensions(one)),
      )
      const hold = async (owner: string, amount: bigint, more: Extensions) =>
        put(
          await placeOf(owner, mint),
          encodeWithExtensions(encodeTokenAccount({ mint, owner, amount }), 2, [
            ...toHolderExtensions(one),
            ...more,
          ]),
        )
      await hold(vera, supply, [])
      if (one.recipient.exists)
        await hold(milo, 0n, [
          [8, Uint8Array.of(Number(one.recipient.needsMemo))],
          [11, Uint8Array.of(Number(one.recipient.isGuarded))],
        ])
      const transfer = { from: vera, to: milo, token: mint, amount: one.amount }
      const forbidden = refusals(one)
      const estimated = await Effect.runPromise(Effect.result(actions.estimate({ ...asking, transfer })))
      const isForbidden = forbidden.length > 0
      const told = Result.isFailure(estimated) ? JSON.stringify(estimated.failure) : ""
      const isNamed = forbidden.some((words) => words.test(told))
      expect({ isNamed, isRefused: Result.isFailure(estimated), told }).toEqual({
        isNamed: isForbidden,
        isRefused: isForbidden,
        told,
      })
      if (isForbidden) return
      const { fee, transaction } = await prepare(transfer)
      const before = await balanceOf(vera)
      expect((await pay(transaction))?.outcome.error).toBe(null)
      expect(before - (await balanceOf(vera))).toBeLessThanOrEqual(fee.most)
      const kept = (one.amount * BigInt(one.fee ?? 0) + 9_999n) / 10_000n
      expect(await balanceOf(milo, mint)).toBe(one.amount - kept)
      expect(await balanceOf(vera, mint)).toBe(supply - one.amount)
      paid++
    }),
    { numRuns: Math.min(1_000, (fc.readConfigureGlobal().numRuns ?? 100) * 0.4) },
  )
  expect(paid).toBeGreaterThan(0)
}, 900_000)
