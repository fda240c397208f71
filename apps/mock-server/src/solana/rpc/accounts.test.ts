import { zstdDecompressSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { setupTestHandler } from "../../testing/setupTestHandler.ts"
import { solanaAccounts } from "../solanaAccounts.ts"
import { solanaCollectibles } from "../solanaCollectibles.ts"
import { solanaTokens } from "../solanaTokens.ts"
import { makeSolanaNode } from "../testing/SolanaNode.ts"

const handler = setupTestHandler()
const { ask, call } = makeSolanaNode(handler)

const [usdc, dai] = solanaTokens
const [owner, second] = solanaAccounts
const usdcAccount = "9iVQpJYLJP94FbEfBzqTstQkcf86hiNXzKJaJeqpLmKN"
const daiAccount = "H9tU5GY58e39JiEinzyFdsM4vK5pKaj8JPcyvjKPAQPu"
/** Returns the owner's accounts of the older token program. */
const owned = [
  usdcAccount,
  daiAccount,
  ...solanaCollectibles.flatMap((one) => (one.owner === owner ? one.account : [])),
].toSorted()
const tokenProgram = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"
const nobody = "11111111111111111111111111111112"
const AccountData = z.object({ value: z.object({ data: z.tuple([z.string(), z.string()]) }) })
const Keyed = z.array(z.object({ pubkey: z.string() }))
const context = { apiVersion: "2.1.21", slot: 400_000_000 }

const tokenAmount = { amount: "10000000000", decimals: 6, uiAmount: 10_000, uiAmountString: "10000" }
const parsedToken = {
  parsed: {
    info: { isNative: false, mint: usdc.mint, owner, state: "initialized", tokenAmount },
    type: "account",
  },
  program: "spl-token",
  space: 165,
}

describe("account methods", () => {
  it("returns balances, zero for an unused address", async () => {
    expect(await call("getBalance", owner)).toEqual({ context, value: 1_000_000_000_000 })
    expect(await call("getBalance", nobody, { commitment: "processed" })).toEqual({ context, value: 0 })
  })

  it("returns accounts with every digit in each encoding", async () => {
    const account = async (address: string, encoding?: string, dataSlice?: unknown) =>
      call("getAccountInfo", address, {
        ...(encoding && { encoding }),
        ...(dataSlice !== undefined && { dataSlice }),
      })
    expect(await account(owner, "base64")).toEqual({
      context,
      value: {
        data: ["", "base64"],
        executable: false,
        lamports: 1_000_000_000_000,
        owner: "11111111111111111111111111111111",
        // Precision is limited by the JSON.parse of this test.
        rentEpoch: 18446744073709552000,
        space: 0,
      },
    })
    const slice = { offset: 0, length: 32 }
    expect(await account(usdcAccount, "base58", slice)).toMatchObject({
      value: { data: [usdc.mint, "base58"] },
    })
    expect(await account(usdcAccount, undefined, slice)).toMatchObject({ value: { data: usdc.mint } })
    expect(await account(usdcAccount, "base64", { offset: 64, length: 8 })).toMatchObject({
      value: { data: [Buffer.from("00e40b5402000000", "hex").toString("base64"), "base64"], space: 165 },
    })
    expect(await account(usdcAccount, "base64", { offset: 1000, length: 8 })).toMatchObject({
      value: { data: ["", "base64"] },
    })
    expect(await account(usdcAccount, "jsonParsed")).toMatchObject({ value: { data: parsedToken } })
    expect(await account(owner, "jsonParsed")).toMatchObject({ value: { data: ["", "base64"] } })
    expect(await account(nobody, "jsonParsed")).toEqual({ context, value: null })
    expect((await ask("getAccountInfo", usdcAccount)).error).toEqual({
      code: -32600,
      message: "Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.",
    })
  })

  it("writes u64 numbers exactly", async () => {
    const response = await handler.fetch(
      new Request("http://localhost/w/p/rpc/solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1", {
        method: "POST",
        body: JSON.stringify({ id: 1, method: "getAccountInfo", params: [owner] }),
      }),
    )
    expect(await response.text()).toContain('"rentEpoch":18446744073709551615,')
  })

  it("returns compressed data", async () => {
    const data = async (encoding: string) =>
      AccountData.parse(await call("getAccountInfo", usdcAccount, { encoding })).value.data
    const [text, encoding] = await data("base64+zstd")
    expect(encoding).toBe("base64+zstd")
    expect(zstdDecompressSync(Buffer.from(text, "base64")).toString("base64")).toBe((await data("base64"))[0])
  })

  it("returns several accounts in the requested order", async () => {
    expect(
      await call("getMultipleAccounts", [usdcAccount, nobody, owner], { encoding: "jsonParsed" }),
    ).toMatchObject({
      context,
      value: [{ data: parsedToken }, null, { lamports: 1_000_000_000_000 }],
    })
    expect(await call("getMultipleAccounts", [owner])).toMatchObject({ value: [{ data: ["", "base64"] }] })
    expect((await ask("getMultipleAccounts", Array(101).fill(owner))).error).toEqual({
      code: -32602,
      message: "Too many inputs provided; max 100",
    })
  })

  it("finds accounts by program, with filters", async () => {
    const memcmp = (offset: number, bytes: string) => ({ memcmp: { offset, bytes } })
    const found = async (filters: readonly unknown[]) =>
      Keyed.parse(await call("getProgramAccounts", tokenProgram, { encoding: "base64", filters })).map(
        ({ pubkey }) => pubkey,
      )
    expect(await found([{ dataSize: 165 }, memcmp(32, owner)])).toEqual(owned)
    expect(await found([memcmp(0, usdc.mint), memcmp(32, owner)])).toEqual([usdcAccount])
    const base64 = Buffer.from([6, 1]).toString("base64")
    expect(
      await found([{ dataSize: 82 }, { memcmp: { offset: 44, bytes: base64, encoding: "base64" } }]),
    ).toEqual([usdc.mint])
    expect(await found([{ dataSize: 82 }, { memcmp: { offset: 44, bytes: [8, 1] } }])).toEqual([dai.mint])
    expect(await found(["tokenAccountState", memcmp(32, second)])).toHaveLength(3)
    expect(
      await call("getProgramAccounts", tokenProgram, { encoding: "base64", withContext: true }),
    ).toMatchObject({
      context,
      value: expect.any(Array),
    })
    const refused = async (filters: readonly unknown[]) =>
      (await ask("getProgramAccounts", tokenProgram, { encoding: "base64", filters })).error
    expect(await refused(Array.from({ length: 5 }, () => ({ dataSize: 1 })))).toMatchObject({ code: -32602 })
    for (const bytes of ["0", "1".repeat(129), "1".repeat(300)])
      expect(await refused([memcmp(0, bytes)])).toMatchObject({ code: -32602 })
    const long = { offset: 0, bytes: Buffer.alloc(129).toString("base64"), encoding: "base64" }
    expect(await refused([{ memcmp: long }])).toMatchObject({ code: -32602 })
  })
})

describe("token methods", () => {
  it("finds token accounts by owner, mint and program", async () => {
    const ownedBy = (filter: unknown) =>
      call("getTokenAccountsByOwner", owner, filter, { encoding: "jsonParsed" })
    expect(await ownedBy({ mint: usdc.mint })).toMatchObject({
      context,
      value: [
        { account: { data: parsedToken, lamports: 2_039_280, owner: tokenProgram }, pubkey: usdcAccount },
      ],
    })
    expect(await ownedBy({ programId: tokenProgram })).toMatchObject({
      value: owned.map((pubkey) => ({ pubkey })),
    })
    expect(await ownedBy({ programId: "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb" })).toMatchObject({
      context,
      value: [{ pubkey: "5heBWSZX77jfcYoDHWaifJuyBqtgsRUmGvBXQ7jGUxMM" }],
    })
    const refused = async (filter: unknown) =>
      (await ask("getTokenAccountsByOwner", owner, filter)).error?.message
    expect(await refused({ mint: nobody })).toBe("Invalid param: could not find mint")
    expect(await refused({ mint: owner })).toBe("Invalid param: not a Token mint")
    expect(await refused({ programId: owner })).toBe("Invalid param: unrecognized Token program id")
    expect(await call("getTokenAccountsByDelegate", owner, { mint: usdc.mint })).toEqual({
      context,
      value: [],
    })
  })

  it("returns balances, supply and largest accounts", async () => {
    expect(await call("getTokenAccountBalance", usdcAccount)).toEqual({ context, value: tokenAmount })
    expect(await call("getTokenSupply", usdc.mint)).toEqual({
      context,
      value: { amount: "13250250000", decimals: 6, uiAmount: 13250.25, uiAmountString: "13250.25" },
    })
    expect(await call("getTokenLargestAccounts", usdc.mint)).toMatchObject({
      value: [{ address: usdcAccount, ...tokenAmount }, { amount: "2500000000" }, { amount: "750250000" }],
    })
    const message = async (method: string, address: string) => (await ask(method, address)).error?.message
    expect(await message("getTokenAccountBalance", owner)).toBe("Invalid param: not a Token account")
    expect(await message("getTokenAccountBalance", nobody)).toBe("Invalid param: could not find account")
    expect(await message("getTokenSupply", usdcAccount)).toBe("Invalid param: not a Token mint")
  })

  it("returns parsed mints", async () => {
    expect(await call("getAccountInfo", dai.mint, { encoding: "jsonParsed" })).toMatchObject({
      value: {
        data: {
          parsed: {
            info: {
              decimals: 8,
              freezeAuthority: null,
              isInitialized: true,
              mintAuthority: owner,
              supply: "604250000000",
            },
            type: "mint",
          },
          program: "spl-token",
          space: 82,
        },
      },
    })
  })
})
