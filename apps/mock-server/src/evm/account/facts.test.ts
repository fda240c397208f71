import fc from "fast-check"
import { encodeAbiParameters, type Hex, stringToHex } from "viem"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { anyText } from "../../testing/anyText.ts"
import { fetchCollectibleFacts } from "./collectibleFacts.ts"
import { fetchTokenFacts } from "./tokenFacts.ts"

const token = "0x00000000000000000000000000000000005d7a6e"
const Batch = z.array(
  z.object({ id: z.number(), params: z.tuple([z.object({ data: z.string() })], z.unknown()) }),
)

/** A chain whose contracts respond by selector; `null` is a revert. */
const makeStubChain = (answers: Readonly<Record<string, Hex | null>>) => ({
  send: async (payload: unknown) =>
    Batch.parse(payload).map(({ id, params: [{ data }] }) => {
      const result = answers[data.slice(0, 10)] ?? null
      return result === null ? { id, error: { message: "execution reverted" } } : { id, result }
    }),
})
const [name, symbol, decimals, tokenURI] = ["0x06fdde03", "0x95d89b41", "0x313ce567", "0xc87b56dd"] as const

const text = (value: string) => encodeAbiParameters([{ type: "string" }], [value])
const number = (value: bigint) => encodeAbiParameters([{ type: "uint256" }], [value])
const json = (value: unknown) =>
  text(`data:application/json;base64,${Buffer.from(JSON.stringify(value)).toString("base64")}`)

const bytes = fc.uint8Array({ maxLength: 200 }).map((array): Hex => `0x${Buffer.from(array).toString("hex")}`)
/** The possible responses of a hostile contract: none, any bytes, or a plausible response. */
const answer = fc.oneof(
  fc.constant(null),
  bytes,
  anyText({ maxLength: 300 }).map((value) => text(value.toWellFormed())),
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(number),
  fc.json().map((value) => json(JSON.parse(value))),
)

describe("fetchTokenFacts", () => {
  const facts = async (answers: Readonly<Record<string, Hex | null>>) =>
    (await fetchTokenFacts(makeStubChain(answers), [token]))[0]

  it("returns the token's metadata", async () => {
    const answers = { [name]: text("Stranger"), [symbol]: text("STR"), [decimals]: number(9n) }
    expect(await facts(answers)).toEqual({ address: token, name: "Stranger", symbol: "STR", decimals: 9 })
  })

  it("returns the bytes32 texts of the oldest tokens", async () => {
    const answers = {
      [name]: stringToHex("Maker", { size: 32 }),
      [symbol]: stringToHex("MKR", { size: 32 }),
      [decimals]: number(18n),
    }
    expect(await facts(answers)).toEqual({ address: token, name: "Maker", symbol: "MKR", decimals: 18 })
    expect(await facts({ [symbol]: stringToHex("s".repeat(32), { size: 32 }) })).toMatchObject({
      symbol: "s".repeat(32),
    })
  })

  it("returns empty values for missing or excessive metadata", async () => {
    const silent = { address: token, name: "", symbol: "", decimals: 0 }
    expect(await facts({})).toEqual(silent)
    expect(await facts({ [decimals]: number(256n) })).toEqual(silent)
    expect((await facts({ [name]: text("long ".repeat(1_000)) }))?.name).toHaveLength(80)
  })

  it("returns displayable values for any response", async () => {
    await fc.assert(
      fc.asyncProperty(answer, answer, answer, async (one, two, three) => {
        const said = await facts({ [name]: one, [symbol]: two, [decimals]: three })
        expect(said?.name.length).toBeLessThanOrEqual(80)
        expect(said?.symbol.length).toBeLessThanOrEqual(80)
        expect(said?.decimals).toBeGreaterThanOrEqual(0)
        expect(said?.decimals).toBeLessThanOrEqual(255)
      }),
    )
  })
})

describe("fetchCollectibleFacts", () => {
  const facts = async (answers: Readonly<Record<string, Hex | null>>) =>
    (await fetchCollectibleFacts(makeStubChain(answers), [{ token, tokenId: 7n }]))[0]

  it("returns the collectible's metadata", async () => {
    const image = "ipfs://bafy"
    const said = await facts({
      [name]: text("Things"),
      [tokenURI]: json({ name: "A Thing", image, more: 1 }),
    })
    expect(said).toEqual({ name: "A Thing", image })
  })

  it("returns the token number as name for remote or missing metadata", async () => {
    const numbered = { name: "Things #7", image: "" }
    for (const uri of ["https://example.com/7", "data:application/json;base64,", "data:text/html,<b>", ""])
      expect(await facts({ [name]: text("Things"), [tokenURI]: text(uri) })).toEqual(numbered)
    expect(await facts({ [name]: text("Things"), [tokenURI]: json({ name: 3, image: null }) })).toEqual(
      numbered,
    )
    expect(await facts({ [name]: text("Things"), [tokenURI]: json([]) })).toEqual(numbered)
    expect((await facts({ [tokenURI]: json({ image: "a".repeat(100_000) }) }))?.image).toBe("")
  })

  it("returns displayable values for any response", async () => {
    await fc.assert(
      fc.asyncProperty(answer, answer, async (one, two) => {
        const said = await facts({ [name]: one, [tokenURI]: two })
        expect(said?.name.length).toBeLessThanOrEqual(83)
        expect(said?.image.length).toBeLessThanOrEqual(65_536)
      }),
    )
  })
})
