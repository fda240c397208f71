import { base58 } from "@scure/base"
import { solanaDevnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import { makeScriptedRpc } from "../../testing/scriptedRpc.ts"
import { concatBytes } from "../../testing/solanaBytes.ts"
import {
  makeInstruction,
  setComputeBudget,
  transferSol,
  unsignedTransaction,
} from "../../testing/solanaTransactions.ts"
import { findTransaction } from "./findTransaction.ts"

const vera = "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96"
const milo = "AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD"
const guard = makeInstruction(milo, concatBytes([1]))

/** Blocks until a blockhash expires, until a block is confirmed, and until it is final. */
const [life, untilSure, untilFinal] = [150, 2, 32]
/** The first height, and the number of slots without a block. */
const [start, skipped] = [1_000, 500]

const toTestHash = (index: number) => base58.encode(new Uint8Array(64).fill(index + 1))
const toTestBlockhash = (height: number) => base58.encode(new Uint8Array(32).fill(9).fill(height % 251, 1, 2))

const bytesFor = (amount: bigint, height: number, isGuarded: boolean) =>
  unsignedTransaction({
    payer: vera,
    blockhash: toTestBlockhash(height),
    instructions: [
      ...setComputeBudget(9, 9n),
      transferSol(vera, milo, amount),
      ...(isGuarded ? [guard] : []),
    ],
  })

interface SearchCase {
  /** Blocks before the wallet signs, and whether it then uses the newest blockhash. */
  readonly asks: number
  readonly isRenewed: boolean
  readonly isGuarded: boolean
  /** Blocks between signature and landing, `null` for never. */
  readonly lands: number | null
  readonly knowsHash: boolean
  /** Another payment: an equal one of a different request, or a different one. */
  readonly twin: { readonly lands: number; readonly isSame: boolean } | null
  /** Blocks between two searches. */
  readonly looks: readonly number[]
}

const cases: fc.Arbitrary<SearchCase> = fc.record({
  // Most edge cases are at the end of a blockhash's life.
  asks: fc.oneof(fc.nat({ max: 140 }), fc.integer({ min: 120, max: 140 })),
  isRenewed: fc.boolean(),
  isGuarded: fc.boolean(),
  lands: fc.option(fc.oneof(fc.integer({ min: 1, max: life }), fc.integer({ min: life - 20, max: life })), {
    freq: 4,
  }),
  knowsHash: fc.boolean(),
  twin: fc.option(fc.record({ lands: fc.integer({ min: 1, max: 200 }), isSame: fc.boolean() })),
  looks: fc.array(fc.constantFrom(1, 20, 40, 60, 60, 150, 400, 4_000), { minLength: 3, maxLength: 20 }),
})

it("never returns Expired for a landed or Mined for a missing transaction, and always ends the search", async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ asks, isGuarded, isRenewed, knowsHash, lands, looks, twin }) => {
      const signedAt = start + asks
      const named = isRenewed ? signedAt : start
      // A transaction cannot land after the last height of its blockhash.
      const at = lands === null || signedAt + lands > named + life ? null : signedAt + lands
      const [ours, other] = [toTestHash(0), toTestHash(1)]
      const landed = [
        ...(at === null ? [] : [{ hash: ours, height: at, text: bytesFor(5n, named, isGuarded) }]),
        ...(twin === null
          ? []
          : [
              {
                hash: other,
                height: start + twin.lands,
                text: bytesFor(twin.isSame ? 5n : 6n, start + 1, false),
              },
            ]),
      ]
      const transaction = {
        transaction: bytesFor(5n, start, false),
        lastValidBlockHeight: `${start + life}`,
      }
      const mark = { slot: `${start + skipped}`, height: `${start}` }

      const lookAt = (height: number) => {
        const seen = landed.filter((one) => one.height <= height)
        const sure = seen.filter((one) => one.height <= height - untilSure)
        const { rpc } = makeScriptedRpc((method, [first]) => {
          switch (method) {
            case "getEpochInfo":
              return {
                absoluteSlot: height - untilFinal + skipped,
                blockHeight: height - untilFinal,
                epoch: 1,
              }
            case "getSignatureStatuses": {
              const one = seen.find(({ hash }) => Array.isArray(first) && hash === first[0])
              const confirmationStatus = one !== undefined && sure.includes(one) ? "confirmed" : "processed"
              const status = one && { slot: one.height + skipped, err: null, confirmationStatus }
              return { context: { slot: height + skipped }, value: [status ?? null] }
            }
            case "getTransaction": {
              const one = sure.find(({ hash }) => hash === first)
              return one === undefined
                ? null
                : {
                    slot: one.height + skipped,
                    blockTime: 1,
                    meta: { fee: 5_000, err: null },
                    transaction: [one.text, "base64"],
                  }
            }
            case "getSignaturesForAddress":
              return sure
                .map(({ hash, height: of }) => ({ signature: hash, slot: of + skipped }))
                .toSorted((one, two) => two.slot - one.slot)
            case "getFirstAvailableBlock":
              return 0
            default:
              return undefined
          }
        })
        const isTold = knowsHash && height >= signedAt
        const taken = twin === null ? [] : [other]
        const sought = { from: vera, transaction, mark, hash: isTold ? ours : null, excludedHashes: taken }
        return Effect.runPromise(findTransaction({ network, rpc, sought }))
      }

      let height = start
      for (const blocks of [...looks, 6_000, 1]) {
        height += blocks
        const standing = await lookAt(height)
        const isIn = at !== null && at <= height - untilSure
        expect(standing._tag === "Mined" ? standing.hash : null).toBe(isIn ? ours : null)
        expect(standing._tag === "Expired" && at !== null).toBe(false)
      }
      expect((await lookAt(height))._tag).toBe(at === null ? "Expired" : "Mined")
    }),
  )
})
