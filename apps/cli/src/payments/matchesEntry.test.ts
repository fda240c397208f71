import { describe, expect, it } from "vitest"
import { makeBitcoinReview, makeEntry } from "../testing/payments.ts"
import { matchesEntry } from "./matchesEntry.ts"

const first = "d4e8dd925ae936386cc0148853a089e5e26a4c43e9898226db5001eba79ac8a3"
const raised = "d880d6e5302df994dc1ddeb775f2295aa290fb06256faa97e35b712958cbf707"
/** The payment before its fee was raised. */
const psbt =
  "cHNidP8BAHECAAAAAXMsmxigvxB4Q3j2sABRW4L8WeRy3XkrQH4k1JlfltWGAQAAAAD9////AkBLTAAAAAAAFgAUDSMaKUzKC8JcJowZ0rADmkW1q0pDyVkEAAAAABYAFKgdVUFtFIEKFMz4/mGeitZjPk3ebgAAAAABAR9eGKYEAAAAABYAFKgdVUFtFIEKFMz4/mGeitZjPk3eAAAA"

describe("matchesEntry", () => {
  const entry = { ...makeEntry(makeBitcoinReview(), { _tag: "Sent", hash: raised }), transaction: { psbt } }

  it("matches the id, the hash, and the hash from before the fee was raised", () => {
    for (const what of [entry.id, raised, raised.toUpperCase(), first, first.toUpperCase()])
      expect(matchesEntry(entry, what)).toBe(true)
  })

  it("matches each hash from before the fee was raised again", () => {
    const again = "e".repeat(64)
    for (const what of [again, raised])
      expect(
        matchesEntry({ ...entry, state: { _tag: "Sent", hash: again }, formerHashes: [raised] }, what),
      ).toBe(true)
  })

  it("rejects other texts and entries without a valid PSBT", () => {
    for (const what of ["", "no", first.slice(1), `${first}00`]) expect(matchesEntry(entry, what)).toBe(false)
    for (const transaction of [null, {}, { psbt: "AAAA" }, { psbt: null }])
      expect(matchesEntry({ ...entry, transaction }, first)).toBe(false)
  })
})
