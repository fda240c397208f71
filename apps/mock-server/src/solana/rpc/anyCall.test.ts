import fc from "fast-check"
import { expect, it } from "vitest"
import * as z from "zod/mini"
import { solanaAccounts } from "../solanaAccounts.ts"
import { solanaTokens } from "../solanaTokens.ts"
import { makeTestChain } from "../testing/testChain.ts"
import { answerSolana, solanaMethods } from "./answerSolana.ts"

const Answer = z.union([
  z.strictObject({ result: z.unknown() }),
  z.strictObject({
    // An unexpected error would be -32603.
    error: z.strictObject({
      code: z.int().check(z.refine((code) => code !== -32603)),
      message: z.string().check(z.minLength(1)),
      data: z.optional(z.unknown()),
    }),
  }),
])

const [usdc] = solanaTokens
const known = fc.constantFrom<unknown>(
  ...solanaAccounts.slice(0, 3),
  usdc.mint,
  "9iVQpJYLJP94FbEfBzqTstQkcf86hiNXzKJaJeqpLmKN",
  "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  "11111111111111111111111111111111",
  "1".repeat(64),
  "AQID",
  400_000_000,
  1,
  0,
  -1,
  1e300,
  null,
  true,
)
const configured = fc.record(
  {
    encoding: fc.oneof(
      fc.constantFrom("base58", "base64", "base64+zstd", "json", "jsonParsed", "binary"),
      fc.jsonValue(),
    ),
    commitment: fc.oneof(fc.constantFrom("processed", "confirmed", "finalized"), fc.jsonValue()),
    dataSlice: fc.oneof(fc.record({ offset: fc.nat(200), length: fc.nat(200) }), fc.jsonValue()),
    filters: fc.array(
      fc.oneof(
        fc.record({ dataSize: fc.nat(200) }),
        fc.record({ memcmp: fc.record({ offset: fc.nat(200), bytes: fc.string({ maxLength: 5 }) }) }),
        fc.jsonValue(),
      ),
      { maxLength: 5 },
    ),
    mint: known,
    programId: known,
    limit: fc.oneof(fc.nat(2000), fc.jsonValue()),
    before: fc.oneof(known, fc.jsonValue()),
    until: fc.oneof(known, fc.jsonValue()),
    minContextSlot: fc.oneof(fc.constantFrom(0, 400_000_000, 500_000_000), fc.jsonValue()),
    maxSupportedTransactionVersion: fc.oneof(fc.nat(300), fc.jsonValue()),
    skipPreflight: fc.boolean(),
    sigVerify: fc.boolean(),
    replaceRecentBlockhash: fc.boolean(),
    accounts: fc.record({ addresses: fc.array(known, { maxLength: 3 }) }),
  },
  { requiredKeys: [] },
)
const param = fc.oneof(known, configured, fc.array(known, { maxLength: 3 }), fc.jsonValue())
const params = fc.oneof({ weight: 5, arbitrary: fc.array(param, { maxLength: 4 }) }, fc.jsonValue())

it("returns a serializable result or an error for any call", async () => {
  const { chain } = await makeTestChain()
  const method = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...solanaMethods) },
    { weight: 1, arbitrary: fc.string() },
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(method, params), { minLength: 20, maxLength: 20 }), (calls) => {
      for (const [method, params] of calls) {
        const answer = answerSolana(chain, { method, params })
        Answer.parse(answer)
        expect(JSON.stringify(answer)).toEqual(expect.any(String))
      }
    }),
  )
})
