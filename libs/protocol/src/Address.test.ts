import fc from "fast-check"
import { expect, it } from "vitest"
import { getAvatarColors, truncate } from "./Address.ts"
import { isEvmAddress } from "./EvmAddress.ts"

const address = "0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb"

it("accepts 40 hex digits in any case, with or without 0x", () => {
  const bare = address.slice(2)
  for (const input of [address, bare, bare.toLowerCase(), `0x${bare.toUpperCase()}`, `0X${bare}`]) {
    expect(isEvmAddress(input)).toBe(true)
  }
})

it.each([
  "",
  "0x",
  address.slice(0, -1),
  `${address}0`,
  ` ${address}`,
  `${address}\n`,
  address.replace("a", "g"),
])("rejects %j as an EVM address", (input) => expect(isEvmAddress(input)).toBe(false))

it("keeps four leading and six trailing characters when truncating", () => {
  expect(truncate(address)).toBe("0xab...5Bfcdb")
})

it("keeps the given number of characters when truncating, and keeps short texts whole", () => {
  expect(truncate(address, { leading: 4, trailing: 4 })).toBe("0xab...fcdb")
  expect(truncate("a rather long name", { leading: 8, trailing: 0 })).toBe("a rather...")
  expect(truncate("1234567890")).toBe("1234567890")
  expect(truncate("12345678901")).toBe("1234...678901")
  expect(truncate("")).toBe("")
})

it("keeps both ends of any text when truncating, without cutting a character in half", () => {
  const text = fc.string({ unit: "binary", maxLength: 60 })
  const size = fc.nat({ max: 20 })
  fc.assert(
    fc.property(text, size, size, (whole, leading, trailing) => {
      const shown = truncate(whole, { leading, trailing })
      const characters = Array.from(whole)
      const ends = [
        characters.slice(0, leading),
        characters.slice(Math.max(leading, characters.length - trailing)),
      ]
      const short = characters.length <= leading + trailing
      expect(shown).toBe(ends.map((end) => end.join("")).join(short ? "" : "..."))
      expect(shown.isWellFormed()).toBe(true)
    }),
  )
})

it("derives five colors from the first six digits, each nearer to white", () => {
  expect(getAvatarColors("0x0000000000000000000000000000000000000001")).toEqual([
    "rgb(0, 0, 0)",
    "rgb(38, 38, 38)",
    "rgb(77, 77, 77)",
    "rgb(115, 115, 115)",
    "rgb(153, 153, 153)",
  ])
  expect(getAvatarColors(address)[0]).toBe("rgb(171, 22, 169)")
  expect(getAvatarColors(address.toLowerCase())).toEqual(getAvatarColors(address))
})

it("derives the colors of a Bitcoin address from the characters after its prefix", () => {
  expect(getAvatarColors("bc1qa0b1c2zzz")[0]).toBe("rgb(160, 177, 194)")
  expect(getAvatarColors("tb1pa0b1c2zzz")[0]).toBe("rgb(160, 177, 194)")
})

it("returns valid colors for any text", () => {
  fc.assert(
    fc.property(
      fc.uint16Array().map((codes) => String.fromCharCode(...codes)),
      (text) => {
        for (const color of getAvatarColors(text)) {
          const channels = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color)?.slice(1).map(Number) ?? []
          expect(channels).toHaveLength(3)
          expect(Math.max(...channels)).toBeLessThanOrEqual(255)
        }
      },
    ),
  )
})
