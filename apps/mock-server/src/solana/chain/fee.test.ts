import { address, type Instruction } from "@solana/kit"
import { getTransferSolInstruction } from "@solana-program/system"
import { getTransferInstruction } from "@solana-program/token"
import fc from "fast-check"
import { expect, it } from "vitest"
import { makeTestChain } from "../testing/testChain.ts"

const computeBudget = address("ComputeBudget111111111111111111111111111111")

const unitLimit = (units: number): Instruction => {
  const data = new Uint8Array(5)
  data[0] = 2
  new DataView(data.buffer).setUint32(1, units, true)
  return { programAddress: computeBudget, data }
}
const unitPrice = (microLamports: bigint): Instruction => {
  const data = new Uint8Array(9)
  data[0] = 3
  new DataView(data.buffer).setBigUint64(1, microLamports, true)
  return { programAddress: computeBudget, data }
}

const limit = fc.option(fc.integer({ min: 30_000, max: 2_000_000 }), { nil: null })
const price = fc.option(fc.bigInt({ min: 0n, max: 10_000_000n }), { nil: null })

it("equals the payer's debit for any compute budget", async () => {
  const { chain, signers, send } = await makeTestChain()
  const [payer, other] = signers
  const transfers = [
    getTransferSolInstruction({ source: payer, destination: payer.address, amount: 1n }),
    getTransferSolInstruction({ source: other, destination: other.address, amount: 1n }),
    getTransferInstruction({
      source: address("9iVQpJYLJP94FbEfBzqTstQkcf86hiNXzKJaJeqpLmKN"),
      destination: address("9iVQpJYLJP94FbEfBzqTstQkcf86hiNXzKJaJeqpLmKN"),
      authority: payer,
      amount: 1n,
    }),
  ]
  await fc.assert(
    fc.asyncProperty(fc.subarray(transfers, { minLength: 1 }), limit, price, async (some, units, perUnit) => {
      const before = chain.svm.getBalance(payer.address) ?? 0n
      const landed = await send(payer, [
        ...(units === null ? [] : [unitLimit(units)]),
        ...(perUnit === null ? [] : [unitPrice(perUnit)]),
        ...some,
      ])
      expect(landed?.outcome.error).toBe(null)
      expect(landed?.fee).toBe(before - (chain.svm.getBalance(payer.address) ?? 0n))
    }),
  )
})
