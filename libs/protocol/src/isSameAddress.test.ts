import { describe, expect, it } from "vitest"
import { isCaseInsensitiveAddress, isSameAddress, toAddressKey } from "./isSameAddress.ts"

const ethereum = "0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb"
const segwit = "bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te"
const solana = "DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy"
const legacy = "1Ei9UmLQv4o4UJTy5r5mnGFeC9auM3W5P1"

describe("isSameAddress", () => {
  it.each([ethereum, segwit, "tb1p0lks35d0spqsvz2t3t0kqus38wrlpmcjtv", "4f".repeat(32)])(
    "treats upper and lower case as the same address: %s",
    (address) => {
      expect(isCaseInsensitiveAddress(address)).toBe(true)
      expect(isSameAddress(address, address.toUpperCase().replace("0X", "0x"))).toBe(true)
    },
  )

  it.each([solana, legacy, "3B9F7Smod2KrRVT4tzodovWhxk4YEJyr7J"])(
    "treats upper and lower case as different addresses in base58: %s",
    (address) => {
      expect(isCaseInsensitiveAddress(address)).toBe(false)
      expect(toAddressKey(address)).toBe(address)
      expect(isSameAddress(address, address.toLowerCase())).toBe(false)
    },
  )
})
