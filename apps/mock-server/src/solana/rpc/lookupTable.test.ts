import {
  AccountRole,
  type Address,
  address,
  getAddressEncoder,
  getProgramDerivedAddress,
  getU64Encoder,
  type Instruction,
  type KeyPairSigner,
} from "@solana/kit"
import { getTransferSolInstruction, SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system"
import { expect, it } from "vitest"
import * as z from "zod/mini"
import { setupTestHandler } from "../../testing/setupTestHandler.ts"
import { makeSolanaNode } from "../testing/SolanaNode.ts"
import { getTestSigner } from "../testing/signToText.ts"

const handler = setupTestHandler()

const tableProgram = address("AddressLookupTab1e1111111111111111111111111")
const u64 = (value: bigint) => getU64Encoder().encode(value)
const bytes = (value: Address) => getAddressEncoder().encode(value)

/** An instruction of the lookup table program by `owner`, who also pays. */
const tableCall = (table: Address, owner: Address, data: Uint8Array): Instruction => ({
  programAddress: tableProgram,
  accounts: [
    { address: table, role: AccountRole.WRITABLE },
    { address: owner, role: AccountRole.READONLY_SIGNER },
    { address: owner, role: AccountRole.WRITABLE_SIGNER },
    { address: SYSTEM_PROGRAM_ADDRESS, role: AccountRole.READONLY },
  ],
  data,
})

/** Makes a transfer of 5 lamports to the first address of a table. */
const transferThrough = (table: Address, source: KeyPairSigner, destination: Address): Instruction => {
  const transfer = getTransferSolInstruction({ source, destination, amount: 5n })
  const [from] = transfer.accounts
  const to = {
    address: destination,
    addressIndex: 0,
    lookupTableAddress: table,
    role: AccountRole.WRITABLE,
  } as const
  return { ...transfer, accounts: [from, to] }
}

it("creates a lookup table and sends SOL to an address that only the table names", async () => {
  const { call, send, sign } = makeSolanaNode(handler, { world: "tables" })
  const [one, two] = await Promise.all([getTestSigner(0), getTestSigner(1)])
  const recent = BigInt(z.parse(z.number(), await call("getSlot")))
  const [table, bump] = await getProgramDerivedAddress({
    programAddress: tableProgram,
    seeds: [bytes(one.address), u64(recent)],
  })
  const create = Buffer.concat([Buffer.from([0, 0, 0, 0]), Buffer.from(u64(recent)), Buffer.from([bump])])
  const extend = Buffer.concat([
    Buffer.from([2, 0, 0, 0]),
    Buffer.from(u64(1n)),
    Buffer.from(bytes(two.address)),
  ])
  await send(one, [tableCall(table, one.address, create), tableCall(table, one.address, extend)])

  const text = await sign(one, [transferThrough(table, one, two.address)])
  const signature = await call("sendTransaction", text, { encoding: "base64" })
  expect(await call("getBalance", two.address)).toMatchObject({ value: 1_000_000_000_005 })

  const config = { maxSupportedTransactionVersion: 0 }
  expect(await call("getTransaction", signature, config)).toMatchObject({
    meta: { loadedAddresses: { readonly: [], writable: [two.address] } },
    transaction: {
      message: {
        accountKeys: [one.address, SYSTEM_PROGRAM_ADDRESS],
        addressTableLookups: [{ accountKey: table, readonlyIndexes: [], writableIndexes: [0] }],
        instructions: [{ accounts: [0, 2], programIdIndex: 1 }],
      },
    },
  })
  expect(await call("getTransaction", signature, { ...config, encoding: "jsonParsed" })).toMatchObject({
    transaction: {
      message: {
        accountKeys: [
          { pubkey: one.address, source: "transaction" },
          { pubkey: SYSTEM_PROGRAM_ADDRESS },
          { pubkey: two.address, signer: false, source: "lookupTable", writable: true },
        ],
        instructions: [{ parsed: { type: "transfer", info: { destination: two.address, lamports: 5 } } }],
      },
    },
  })
  expect(await call("getSignaturesForAddress", two.address)).toMatchObject([{ signature }])
})

it("rejects an index that is not in the table", async () => {
  const { ask, sign } = makeSolanaNode(handler, { world: "no table" })
  const [one, two] = await Promise.all([getTestSigner(0), getTestSigner(1)])
  const text = await sign(one, [transferThrough(tableProgram, one, two.address)])
  expect((await ask("sendTransaction", text, { encoding: "base64" })).error).toMatchObject({
    code: -32002,
    data: { err: "InvalidAddressLookupTableOwner" },
  })
})
