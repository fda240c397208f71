import { address, getAddressDecoder, getAddressEncoder, getProgramDerivedAddress } from "@solana/kit"
import { findAssociatedTokenPda } from "@solana-program/token"
import fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import { associatedTokenAddress, findProgramAddress, metaplexMetadataAddress } from "./programAddress.ts"
import { programs } from "./programs.ts"

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
const plain = bytes.map((some) => getAddressDecoder().decode(some))

describe("program addresses", () => {
  it("derives the same address as Solana Kit", async () => {
    await fc.assert(
      fc.asyncProperty(plain, plain, fc.uint8Array({ maxLength: 32 }), async (program, owner, seed) => {
        const [theirs] = await getProgramDerivedAddress({
          programAddress: program,
          seeds: [getAddressEncoder().encode(owner), seed],
        })
        const ownerBytes = Uint8Array.from(getAddressEncoder().encode(owner))
        expect(findProgramAddress(program, [ownerBytes, seed])).toBe(theirs)
      }),
    )
  })

  it("derives an address where WebCrypto is missing, as on pages without TLS", () => {
    vi.stubGlobal("crypto", {})
    try {
      // Source: USDC on mainnet.
      expect(metaplexMetadataAddress("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")).toBe(
        "5x38Kp4hvdomTCnCrAny4UtMUt5rQBdB6px2K1Ui45Wq",
      )
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it("derives the addresses of token accounts like the program", async () => {
    await fc.assert(
      fc.asyncProperty(plain, plain, fc.boolean(), async (owner, token, isNew) => {
        const program = isNew ? programs.token2022 : programs.token
        const seeds = { owner, mint: token, tokenProgram: address(program) }
        expect(associatedTokenAddress({ owner, token, program })).toBe(
          (await findAssociatedTokenPda(seeds))[0],
        )
      }),
    )
  })
})
