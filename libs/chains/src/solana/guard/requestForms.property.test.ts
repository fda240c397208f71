import { base58 } from "@scure/base"
import { AccountRole } from "@solana/kit"
import { hasKey } from "@wmodal/protocol"
import fc from "fast-check"
import { expect, it } from "vitest"
import { compileByKit, toLegacyMembers } from "../../testing/guardedSolana.ts"
import { makeInstruction, makeMeta, solanaKey } from "../../testing/solanaTransactions.ts"
import { encodeBase64 } from "../../text/base64.ts"
import { ProviderError } from "../../wallet/ProviderError.ts"
import { type CopiedTransaction, copyTransaction } from "./copyTransaction.ts"
import { readTransactionParams } from "./transactionParams.ts"

const [me, friend] = [solanaKey(1), solanaKey(2)]
const isShared = (address: string) => address === me.address

const accounts = [me.address, friend.address, ...[4, 5, 6].map((seed) => solanaKey(seed).address)]
const programs = [7, 8].map((seed) => solanaKey(seed).address)
const roles = [AccountRole.READONLY, AccountRole.WRITABLE]

/** What a dApp means: steps of a transaction that the account pays and signs, perhaps with a friend. */
const meant = fc.array(
  fc
    .tuple(
      fc.constantFrom(...programs),
      fc.uint8Array({ maxLength: 20 }),
      fc.array(
        fc
          .tuple(fc.constantFrom(...accounts), fc.constantFrom(...roles), fc.boolean())
          .map(([account, role, signs]) =>
            makeMeta(account, signs && accounts.indexOf(account) < 2 ? role + 2 : role),
          ),
        { maxLength: 4 },
      ),
    )
    .map(([program, data, metas]) => makeInstruction(program, data, metas)),
  { minLength: 1, maxLength: 3 },
)

const jsonForm = fc.constantFrom<(bytes: Uint8Array) => unknown>(
  base58.encode,
  (bytes) => ({ type: "Buffer", data: [...bytes] }),
  (bytes) => [...bytes],
  (bytes) => (bytes.length === 0 ? [] : { ...bytes }),
)
const textForm = fc.constantFrom<(bytes: Uint8Array) => unknown>(
  encodeBase64,
  base58.encode,
  (bytes) => encodeBase64(bytes).replaceAll("+", "-").replaceAll("/", "_"),
  (bytes) => encodeBase64(bytes).replace(/=+$/, ""),
  (bytes) => ({ type: "Buffer", data: [...bytes] }),
)
const surplus = fc.constantFrom<object>(
  {},
  { hello: 1, sendOptions: { skipPreflight: true } },
  { lastValidBlockHeight: 5, _json: {}, nonceInfo: null },
  { feePayer: "", recentBlockhash: null, instructions: [], signatures: [], partialSignatures: null },
)

/** One of the ways in which dApps write the same transaction. */
const asked = fc
  .tuple(
    meant,
    textForm,
    jsonForm,
    surplus,
    fc.boolean(),
    fc.subarray(["feePayer", "recentBlockhash", "instructions"]),
  )
  .map(([steps, toText, toJson, rest, hasText, named]) => {
    const made = compileByKit(me.address, steps)
    const written = toLegacyMembers(me.address, steps)
    const members: Readonly<Record<string, unknown>> = {
      ...written,
      instructions: written.instructions.map((one, at) => ({
        ...one,
        data: toJson(Uint8Array.from(steps[at]?.data ?? [])),
      })),
    }
    const isNeeded = (name: string) => !hasText || named.some((one) => one === name)
    return {
      made,
      steps,
      params: {
        ...rest,
        ...Object.fromEntries(Object.entries(members).filter(([name]) => isNeeded(name))),
        ...(hasText && { transaction: toText(made.wire) }),
      },
    }
  })

const signatureOf = fc.constantFrom<readonly [name: string, key: string]>(
  ["partialSignatures", "pubkey"],
  ["signatures", "publicKey"],
  ["signatures", "pubkey"],
)

it("reads the same bytes, however a dApp writes a transaction", () => {
  fc.assert(
    fc.property(
      asked,
      fc.boolean(),
      signatureOf,
      jsonForm,
      ({ made, params }, isNamed, [name, key], toJson) => {
        const signers = made.accounts.slice(0, made.wire[0])
        const signs = signers.some((one) => one === friend.address)
        const entry = { [key]: friend.address, signature: toJson(friend.sign(made.message)) }
        const { pubkey, transaction } = readTransactionParams(
          JSON.parse(
            JSON.stringify({
              ...params,
              ...(isNamed && { pubkey: me.address }),
              ...(signs && { [name]: [entry] }),
            }),
          ),
          isShared,
        )
        expect(transaction.messageBytes).toEqual(made.message)
        expect(pubkey).toBe(isNamed ? me.address : null)
        const given = Object.entries(transaction.signatures).filter(([, signature]) => signature !== null)
        expect(given).toEqual(signs ? [[friend.address, friend.sign(made.message)]] : [])
      },
    ),
    { numRuns: 300 },
  )
})

/** What a page may have bytes in. JSON makes `{}` of an `ArrayBuffer`, and of a `DataView`. */
const pageForm = fc.constantFrom<(bytes: Uint8Array<ArrayBuffer>) => unknown>(
  (bytes) => bytes,
  (bytes) => Uint8Array.of(1, ...bytes, 2).subarray(1, -1),
  (bytes) => new DataView(bytes.buffer),
  (bytes) => (bytes.length % 2 === 0 ? new Uint16Array(bytes.buffer) : bytes),
  (bytes) => new Int8Array(bytes.buffer),
  (bytes) => bytes.buffer,
  (bytes) => JSON.parse(JSON.stringify(bytes)),
  (bytes) => JSON.parse(JSON.stringify(bytes.buffer)),
)

/** Why a request is refused that may have lost bytes: with a transaction, and without one. */
const refusals = [
  "instructions and transaction differ.",
  "data of instructions is {}, which JSON makes of no bytes and of an ArrayBuffer with bytes: send base58.",
] as const

/** Returns the bytes to sign of a copied request, or why it is refused. */
const readBytes = (copied: CopiedTransaction): unknown => {
  try {
    const params = typeof copied === "object" && hasKey(copied, "params") ? copied.params : null
    return readTransactionParams(params, isShared).transaction.messageBytes
  } catch (error) {
    if (error instanceof ProviderError) return error.message
    throw error
  }
}

it("signs the bytes that a page has, or refuses what lost them", () => {
  let signed = 0
  fc.assert(
    fc.property(
      meant,
      fc.array(pageForm, { minLength: 3, maxLength: 3 }),
      fc.boolean(),
      (steps, forms, hasText) => {
        const made = compileByKit(me.address, steps)
        const members = toLegacyMembers(me.address, steps)
        const copied = copyTransaction({
          ...members,
          instructions: members.instructions.map((one, at) => ({
            ...one,
            data: forms[at]?.(Uint8Array.from(steps[at]?.data ?? [])),
          })),
          ...(hasText && { transaction: encodeBase64(made.wire) }),
        })
        const read = readBytes(copied)
        if (typeof read !== "string") signed += 1
        expect(read).toEqual(typeof read === "string" ? refusals[hasText ? 0 : 1] : made.message)
      },
    ),
    { numRuns: 300 },
  )
  expect(signed).toBeGreaterThan(50)
})

/** What contradicts a transaction, by the member that does. */
const contradictions: readonly (readonly [name: string, make: (given: Contradicted) => object])[] = [
  ["feePayer", () => ({ feePayer: friend.address })],
  ["recentBlockhash", () => ({ recentBlockhash: friend.address })],
  ["instructions", ({ instructions }) => ({ instructions: [...instructions, instructions[0]] })],
  [
    "instructions",
    ({ instructions: [first, ...rest] }) => ({
      instructions: [{ ...first, data: `${first?.data}2` }, ...rest],
    }),
  ],
  [
    "instructions",
    ({ instructions: [first, ...rest] }) => ({
      instructions: [{ ...first, programId: solanaKey(9).address }, ...rest],
    }),
  ],
  [
    "instructions",
    ({ instructions: [first, ...rest] }) => ({
      instructions: [
        {
          ...first,
          keys: [...(first?.keys ?? []), { pubkey: me.address, isSigner: true, isWritable: true }],
        },
        ...rest,
      ],
    }),
  ],
  [
    "signatures",
    () => ({
      signatures: [{ pubkey: solanaKey(9).address, signature: base58.encode(me.sign(Uint8Array.of(1))) }],
    }),
  ],
  [
    "partialSignatures",
    () => ({
      partialSignatures: [{ pubkey: me.address, signature: base58.encode(me.sign(Uint8Array.of(1))) }],
    }),
  ],
  ["transactions", () => ({ transactions: ["abc"] })],
]
type Contradicted = ReturnType<typeof toLegacyMembers>

it("refuses what contradicts a transaction by its name", () => {
  fc.assert(
    fc.property(asked, fc.constantFrom(...contradictions), ({ made, params, steps }, [name, make]) => {
      const given = {
        ...params,
        transaction: encodeBase64(made.wire),
        ...make(toLegacyMembers(me.address, steps)),
      }
      expect(() => readTransactionParams(given, isShared)).toThrow(name)
    }),
    { numRuns: 300 },
  )
})

it("throws only errors for dApps, whatever the params", () => {
  const names = [
    "transaction",
    "pubkey",
    "feePayer",
    "recentBlockhash",
    "instructions",
    "signatures",
    "partialSignatures",
  ]
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.anything(), fc.constant(me.address))),
      (given) => {
        expect(() => readTransactionParams(given, isShared)).toThrow(
          expect.objectContaining({ name: "ProviderRpcError" }),
        )
      },
    ),
    { numRuns: 300 },
  )
})
