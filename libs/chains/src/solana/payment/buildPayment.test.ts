import {
  AccountRole,
  address,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from "@solana/kit"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Transfer } from "../../contract/Transfer.ts"
import { programs } from "../program/programs.ts"
import { buildPayment } from "./buildPayment.ts"
import { decodeTransferPlan, encodeTransferPlan, type TransferPlan } from "./TransferPlan.ts"

const vera = "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96"
const milo = "AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD"
const token = "EtcCeEgSjtSnbFcZDXPbtV8oj4CgduHBwVtZawQ5ZRm6"
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const plain = fc.constantFrom(vera, milo, token)

const terms: fc.Arbitrary<TransferPlan> = fc.record({
  blockhash: plain,
  unitLimit: fc.nat({ max: 1_400_000 }),
  unitPrice: u64,
  token: fc.record({
    program: fc.constantFrom(programs.token, programs.token2022),
    decimals: fc.nat({ max: 77 }),
    sources: fc.array(fc.record({ address: plain, amount: u64 }), { maxLength: 5 }),
    isMade: fc.boolean(),
    fee: fc.option(fc.record({ points: fc.nat({ max: 10_000 }), most: u64 })),
    hook: fc.array(
      fc.record({
        address: plain.map(address),
        role: fc.constantFrom(AccountRole.READONLY as const, AccountRole.WRITABLE as const),
      }),
      { maxLength: 5 },
    ),
  }),
})

const none = { program: programs.token, decimals: 6, sources: [], isMade: false, fee: null, hook: [] }
const base: TransferPlan = { blockhash: milo, unitLimit: 20_000, unitPrice: 10_000n, token: none }

type ChosenTransfer = Pick<Transfer, "token" | "amount" | "memo" | "references">

/** Returns the instructions, without those of the fee. */
const decodeInstructions = (transfer: ChosenTransfer, chosen: Partial<TransferPlan> = {}) => {
  const fee = {
    expected: 0n,
    most: 0n,
    seconds: null,
    transactionFields: encodeTransferPlan({ ...base, ...chosen }),
  }
  const { transaction } = buildPayment({ transfer: { from: vera, to: milo, ...transfer }, fee })
  const { messageBytes } = getTransactionDecoder().decode(Buffer.from(transaction ?? "", "base64"))
  const message = decompileTransactionMessage(getCompiledTransactionMessageDecoder().decode(messageBytes))
  expect(message.feePayer.address).toBe(vera)
  return message.instructions.slice(2)
}

const decodeData = (transfer: ChosenTransfer, chosen?: Partial<TransferPlan>) =>
  decodeInstructions(transfer, chosen).map(({ data }) => Uint8Array.from(data ?? []))

describe("buildPayment and TransferPlan", () => {
  it("decodes an encoded plan to the same plan", () => {
    fc.assert(
      fc.property(terms, (one) => {
        expect(decodeTransferPlan(JSON.parse(JSON.stringify(encodeTransferPlan(one))))).toEqual(one)
      }),
    )
  })

  it("decodes an invalid plan to defaults", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom(...Object.keys(encodeTransferPlan(base))),
          fc.option(fc.oneof(fc.string(), fc.constant("-1"), fc.constant("9".repeat(20)))),
        ),
        (odd) => {
          const read = decodeTransferPlan(odd)
          expect(read.unitPrice).toBeGreaterThanOrEqual(0n)
          expect(read.token.program.startsWith("Token")).toBe(true)
        },
      ),
    )
  })

  it("debits several accounts in turn and the rest from the last one", () => {
    const sources = [3n, 4n, 5n].map((amount, at) => ({ address: [vera, milo, token][at] ?? "", amount }))
    const amounts = (amount: bigint) =>
      decodeData({ token, amount }, { token: { ...none, sources } }).map((data) =>
        Buffer.from(data).readBigUInt64LE(1),
      )
    expect(amounts(2n)).toEqual([2n])
    expect(amounts(3n)).toEqual([3n])
    expect(amounts(8n)).toEqual([3n, 4n, 1n])
    expect(amounts(20n)).toEqual([3n, 4n, 13n])
  })

  it.each([null, token])(
    "ends with the transfer, which mentions the references, after the memo: token %s",
    (chosenToken) => {
      const references = ["mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN", token]
      const found = decodeInstructions({ token: chosenToken, amount: 5n, memo: "order é7", references })
      const [memo, transfer] = found.slice(-2)
      expect(memo?.programAddress).toBe("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr")
      expect(memo?.accounts ?? []).toEqual([])
      expect(new TextDecoder().decode(Uint8Array.from(memo?.data ?? []))).toBe("order é7")
      const own = chosenToken === null ? 2 : 4
      expect(transfer?.accounts?.slice(own).map(({ address, role }) => [address, role])).toEqual(
        references.map((key) => [key, AccountRole.READONLY]),
      )
      expect(transfer?.accounts?.slice(0, own)).toEqual(
        decodeInstructions({ token: chosenToken, amount: 5n }).at(-1)?.accounts,
      )
    },
  )

  it("gives each transfer of a divided payment its memo, and the last one the references", () => {
    const sources = [3n, 4n].map((amount, at) => ({ address: [vera, milo][at] ?? "", amount }))
    const found = decodeInstructions(
      { token, amount: 7n, memo: "7", references: ["mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN"] },
      { token: { ...none, sources } },
    )
    expect(found.map(({ accounts = [] }) => accounts.length)).toEqual([0, 4, 0, 5])
  })

  it("includes the token's fee of each part", () => {
    const fee = { points: 100, most: 2n }
    const sources = [100n, 1_000n].map((amount) => ({ address: milo, amount }))
    const chosen = { ...none, program: programs.token2022, fee, sources }
    const kept = decodeData({ token, amount: 1_100n }, { token: chosen }).map((data) => [
      ...data.slice(0, 2),
      Buffer.from(data).readBigUInt64LE(11),
    ])
    expect(kept).toEqual([
      [26, 1, 1n],
      [26, 1, 2n],
    ])
  })
})
