import { AccountRole, address } from "@solana/kit"
import { Effect, Result } from "effect"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { makeScriptedRpc } from "../../testing/scriptedRpc.ts"
import { concatBytes, encodeU32, encodeU64 } from "../../testing/solanaBytes.ts"
import { encodeBase64 } from "../../text/base64.ts"
import { findProgramAddress, hookAccountsAddress } from "../program/programAddress.ts"
import { fetchHookAccounts } from "./transferHook.ts"

const from = address("oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96")
const to = address("AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD")
const program = address("7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv")
const token = address("EtcCeEgSjtSnbFcZDXPbtV8oj4CgduHBwVtZawQ5ZRm6")
const source = address("GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB")
const destination = address("So11111111111111111111111111111111111111112")
const other = address("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr")
const amount = 0x0102030405n
const list = hookAccountsAddress({ program, token })

const text = (words: string) => new TextEncoder().encode(words)
const bytesOf = (one: string) => concatBytes(one)

/** One entry: 32 bytes of configuration, then whether it signs and is written. */
const entry = (kind: number, config: readonly number[] | Uint8Array | string, signs = 0, writes = 0) => {
  const bytes = concatBytes(config)
  return concatBytes([kind], bytes, new Uint8Array(32 - bytes.length), [signs, writes])
}
const execute = [105, 37, 101, 197, 75, 251, 102, 26]
const toList = (...entries: readonly Uint8Array[]) => {
  const body = concatBytes(encodeU32(entries.length), ...entries)
  return concatBytes(execute, encodeU32(body.length), body)
}
const literal = (words: string) => [1, text(words).length, ...text(words)]

const fetching = (accounts: Readonly<Record<string, Uint8Array>>) => {
  const { rpc } = makeScriptedRpc((_, [addresses]) => ({
    value: z
      .array(z.string())
      .parse(addresses)
      .map((one) => {
        const data = accounts[one]
        return data === undefined
          ? null
          : { owner: program, lamports: 1, executable: false, data: [encodeBase64(data), "base64"] }
      }),
  }))
  const transfer = { program, token, source, destination, from, to, amount }
  return Effect.runPromise(Effect.result(fetchHookAccounts(rpc, transfer)))
}
const listed = async (accounts: Readonly<Record<string, Uint8Array>>) =>
  Result.getOrThrow(await fetching(accounts)).map(({ address: one, role }) => [one, role])
const own = [
  [program, AccountRole.READONLY],
  [list, AccountRole.READONLY],
]
const failure = (part: string) => ({
  failure: { reason: { _tag: "Reverts", text: expect.stringContaining(part) } },
})

describe("fetchHookAccounts", () => {
  it("returns the program and its list when that is empty, and the program alone when there is no list", async () => {
    expect(await listed({ [list]: toList() })).toEqual(own)
    expect(await listed({})).toEqual([own[0]])
    expect(await listed({ [list]: new Uint8Array() })).toEqual([own[0]])
  })

  it("finds the list for the instruction among others", async () => {
    const before = concatBytes([1, 2, 3, 4, 5, 6, 7, 8], encodeU32(3), [9, 9, 9])
    expect(await listed({ [list]: concatBytes(before, toList(entry(0, other))) })).toEqual([
      [other, AccountRole.READONLY],
      ...own,
    ])
  })

  it.each([
    ["a given address", entry(0, other, 0, 1), other, AccountRole.WRITABLE],
    [
      "words and addresses of the transfer",
      entry(1, [...literal("counter"), 3, 3, 3, 2]),
      findProgramAddress(program, [text("counter"), bytesOf(from), bytesOf(destination)]),
      AccountRole.READONLY,
    ],
    [
      "the amount",
      entry(1, [2, 8, 8]),
      findProgramAddress(program, [encodeU64(amount)]),
      AccountRole.READONLY,
    ],
    [
      "the owner of the recipient's account, which the payment opens",
      entry(1, [...literal("allowed"), 4, 2, 32, 32]),
      findProgramAddress(program, [text("allowed"), bytesOf(to)]),
      AccountRole.READONLY,
    ],
    ["an address in an account's data", entry(2, [2, 0, 4]), other, AccountRole.READONLY],
    [
      "an address in the token's data, of another program in the list",
      entry(128 + 1, [4, 0, 4, 32]),
      findProgramAddress(token, [bytesOf(other)]),
      AccountRole.READONLY,
    ],
  ])("derives an account from %s", async (_, one, wanted, role) => {
    const accounts = { [list]: toList(one), [source]: concatBytes([1, 2, 3, 4], other) }
    expect(await listed(accounts)).toEqual([[wanted, role], ...own])
  })

  it("derives an account from one that is listed before it", async () => {
    const made = findProgramAddress(other, [bytesOf(other), text("x")])
    expect(
      await listed({ [list]: toList(entry(0, other), entry(128 + 5, [3, 5, ...literal("x")])) }),
    ).toEqual([[other, AccountRole.READONLY], [made, AccountRole.READONLY], ...own])
  })

  it("gives accounts that the transfer names no further permission", async () => {
    const entries = [source, from, token].map((one) => entry(0, one, 0, 1))
    const named = [source, from, token].map((one) => [one, AccountRole.READONLY])
    expect(await listed({ [list]: toList(...entries) })).toEqual([...named, ...own])
    const again = toList(entry(0, other, 0, 0), entry(0, other, 0, 1))
    expect((await listed({ [list]: again })).slice(0, 2)).toEqual([
      [other, AccountRole.READONLY],
      [other, AccountRole.READONLY],
    ])
  })

  it("rejects an account that has to sign, but for the sender", async () => {
    expect(await fetching({ [list]: toList(entry(0, other, 1)) })).toMatchObject(failure(`of ${other}`))
    expect(await listed({ [list]: toList(entry(0, from, 1, 1)) })).toEqual([
      [from, AccountRole.READONLY],
      ...own,
    ])
  })

  it.each([
    ["another list only", concatBytes([1, 2, 3, 4, 5, 6, 7, 8], encodeU32(0))],
    ["a length beyond its end", concatBytes(execute, encodeU32(500), encodeU32(0))],
    ["more entries than it has", concatBytes(execute, encodeU32(4), encodeU32(1))],
    ["more entries than fit", concatBytes(execute, encodeU32(4), encodeU32(1_000_000))],
    ["an unknown kind", toList(entry(3, other))],
    ["an unknown seed", toList(entry(1, [9, 1, 1]))],
    ["words beyond its configuration", toList(entry(1, [1, 60]))],
    ["a seed of more than 32 bytes", toList(entry(1, [4, 0, 0, 36]))],
    ["an account that is not there", toList(entry(1, [3, 9]))],
    ["a program that is not there", toList(entry(128 + 9, literal("x")))],
    ["data of an account without any", toList(entry(1, [4, 3, 0, 1]))],
    ["more data than an account has", toList(entry(1, [4, 0, 30, 32]))],
    ["more data than the instruction has", toList(entry(1, [2, 9, 8]))],
    ["an amount of the recipient's account, which is not open", toList(entry(1, [4, 2, 64, 8]))],
  ])("rejects a list with %s", async (_, data) => {
    const accounts = { [list]: data, [source]: concatBytes([1, 2, 3, 4], other) }
    expect(await fetching(accounts)).toMatchObject(failure("cannot be read"))
  })
})
