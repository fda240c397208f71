import { Effect } from "effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import { solanaAccounts } from "./solanaAccounts.ts"
import { solanaTokens } from "./solanaTokens.ts"
import { makePayer } from "./testing/payer.ts"

const [vera, ...others] = solanaAccounts
const fees = (token: string | null, amount: bigint) =>
  token === solanaTokens[2].mint ? (amount * 100n + 9_999n) / 10_000n : 0n

const sends = fc.record({
  token: fc.constantFrom(null, ...solanaTokens.map(({ mint }) => mint)),
  to: fc.constantFrom(...others),
  amount: fc.bigInt({ min: 1n, max: 1_000n }),
  /** Set when the wallet's response was received. */
  isTold: fc.boolean(),
  /** Number of sends, and of empty blocks before each. */
  tries: fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 3 }),
  isDropped: fc.boolean(),
})

it("pays each once and reports it, for any loss of responses and transactions", async () => {
  const { actions, asking, balanceOf, chain, find, prepare, signed } = await makePayer()
  chain.setMiningHeld(true)
  const taken: string[] = []
  await fc.assert(
    fc.asyncProperty(sends, async ({ amount, isDropped, isTold, to, token, tries }) => {
      const { fee, transaction } = await prepare({ from: vera, to, token, amount })
      const mark = await Effect.runPromise(actions.takeCheckpoint({ ...asking, from: vera }))
      const [hers, his, all] = [
        await balanceOf(vera, token),
        await balanceOf(to, token),
        await balanceOf(vera),
      ]
      const one = await signed(transaction)
      const raw = Buffer.concat([
        Uint8Array.of(1),
        ...Object.values(one.wire.signatures).map((signature) => signature ?? new Uint8Array(64)),
        new Uint8Array(one.wire.messageBytes),
      ]).toString("base64")
      const look = () =>
        find({ transaction, mark, hash: isTold ? one.signature : null, excludedHashes: taken.slice(-60) })
      expect(await look()).toEqual({ _tag: "Missing" })

      const last = tries.length - 1
      for (const [at, blocks] of tries.entries()) {
        chain.advance(blocks)
        // An expired payment is rejected, and its amount has not moved.
        const outcome = await Effect.runPromise(Effect.exit(actions.broadcast({ ...asking, raw })))
        expect(outcome._tag).toBe(
          chain.lastValidHeight(one.message.lifetimeToken) === null ? "Failure" : "Success",
        )
        if (isDropped || at < last) chain.drop(one.signature)
      }
      const isWaiting = chain.waiting().length > 0
      chain.mine(1)
      const landed = chain.find(one.signature)
      expect(landed !== undefined).toBe(isWaiting)

      const moved = landed === undefined ? 0n : 1n
      const paid = moved * (fee.expected + (token === null ? amount : 0n))
      expect(await balanceOf(vera)).toBe(all - paid)
      expect(await balanceOf(vera, token)).toBe(token === null ? all - paid : hers - moved * amount)
      expect(await balanceOf(to, token)).toBe(his + moved * (amount - fees(token, amount)))
      expect((await look())._tag === "Mined").toBe(isWaiting)
      chain.mine(isWaiting ? 1 : 5_000)
      const { signature: hash } = one
      expect(await look()).toMatchObject(
        isWaiting ? { _tag: "Mined", hash, succeeded: true } : { _tag: "Expired" },
      )
      if (isWaiting) taken.push(hash)
    }),
    // Each run takes a chain about 50 ms.
    { numRuns: Math.min(1_000, fc.readConfigureGlobal().numRuns ?? 100) },
  )
}, 300_000)
