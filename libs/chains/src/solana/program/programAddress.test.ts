import { ed25519 } from "@noble/curves/ed25519.js"
import { base58 } from "@scure/base"
import { address, getAddressEncoder, getProgramDerivedAddress } from "@solana/kit"
import { findAssociatedTokenPda } from "@solana-program/token"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  associatedTokenAddress,
  findProgramAddress,
  isOnCurve,
  metaplexMetadataAddress,
} from "./programAddress.ts"
import { programs } from "./programs.ts"

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
const plain = bytes.map((some) => base58.encode(some))

describe("program addresses", () => {
  it("derives the same address as Solana Kit", async () => {
    await fc.assert(
      fc.asyncProperty(plain, plain, fc.uint8Array({ maxLength: 32 }), async (program, owner, seed) => {
        const [theirs] = await getProgramDerivedAddress({
          programAddress: address(program),
          seeds: [getAddressEncoder().encode(address(owner)), seed],
        })
        expect(findProgramAddress(program, [owner, seed])).toBe(theirs)
      }),
    )
  })

  it("derives the addresses of token accounts and of Metaplex metadata", async () => {
    await fc.assert(
      fc.asyncProperty(plain, plain, fc.boolean(), async (owner, token, isNew) => {
        const program = isNew ? programs.token2022 : programs.token
        const seeds = { owner: address(owner), mint: address(token), tokenProgram: address(program) }
        expect(associatedTokenAddress({ owner, token, program })).toBe(
          (await findAssociatedTokenPda(seeds))[0],
        )
      }),
    )
    // Source: USDC on mainnet.
    expect(metaplexMetadataAddress("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")).toBe(
      "5x38Kp4hvdomTCnCrAny4UtMUt5rQBdB6px2K1Ui45Wq",
    )
  })

  it("detects curve points like an Ed25519 library", () => {
    const isPoint = (some: Uint8Array) => {
      try {
        ed25519.Point.fromBytes(some)
        return true
      } catch {
        return false
      }
    }
    fc.assert(
      fc.property(bytes, (some) => {
        expect(isOnCurve(some)).toBe(isPoint(some))
        expect(isOnCurve(ed25519.getPublicKey(some))).toBe(true)
      }),
    )
  })
})
