import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  blockhash as asBlockhash,
  compileTransaction,
  createKeyPairSignerFromPrivateKeyBytes,
  createNoopSigner,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageEncoder,
  type Instruction,
  type KeyPairSigner,
  partiallySignTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit"
import {
  getTransferSolInstruction,
  getTransferSolInstructionDataEncoder,
  SYSTEM_PROGRAM_ADDRESS,
} from "@solana-program/system"
import { Effect } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { solanaAccounts } from "./solanaAccounts.ts"
import { makePayer, type Payer } from "./testing/payer.ts"
import { getTestSigner } from "./testing/signToText.ts"

const [vera, milo] = solanaAccounts
const amount = 2_000_000n
const old = "9".repeat(44)
const none = SYSTEM_PROGRAM_ADDRESS

let shop: KeyPairSigner
let stranger: KeyPairSigner
beforeAll(async () => {
  shop = await getTestSigner(2)
  stranger = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(9))
})

const pays = (from: string = vera, to: string = milo): Instruction =>
  getTransferSolInstruction({ source: createNoopSigner(address(from)), destination: address(to), amount })

interface Made {
  readonly payer: string
  readonly blockhash: string
  readonly version?: 0 | "legacy"
  readonly instructions?: readonly Instruction[]
  readonly signers?: readonly KeyPairSigner[]
}

/** A transaction as a merchant's server makes it, base64. */
const make = async ({
  blockhash,
  instructions = [pays()],
  payer,
  signers = [],
  version = "legacy",
}: Made) => {
  const message = pipe(
    createTransactionMessage({ version }),
    (empty) => setTransactionMessageFeePayer(address(payer), empty),
    (paid) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: asBlockhash(blockhash), lastValidBlockHeight: 0n },
        paid,
      ),
    (dated) => appendTransactionMessageInstructions(instructions, dated),
  )
  const made = compileTransaction(message)
  return getBase64EncodedWireTransaction(
    signers.length === 0
      ? made
      : await partiallySignTransaction(
          signers.map(({ keyPair }) => keyPair),
          made,
        ),
  )
}

/** As the first version of web3.js compiles a transfer without a payer: its address is the program's too. */
const makeWithoutPayer = (): string => {
  const messageBytes = getCompiledTransactionMessageEncoder().encode({
    version: "legacy",
    header: { numSignerAccounts: 2, numReadonlySignerAccounts: 0, numReadonlyNonSignerAccounts: 0 },
    staticAccounts: [none, address(vera), address(milo)],
    lifetimeToken: none,
    instructions: [
      {
        programAddressIndex: 0,
        accountIndices: [1, 2],
        data: getTransferSolInstructionDataEncoder().encode({ amount }),
      },
    ],
  })
  return Buffer.concat([Buffer.from([2]), Buffer.alloc(128), new Uint8Array(messageBytes)]).toString("base64")
}

const read = async ({ actions, asking }: Payer, text: string) => {
  const code = await actions.readServerTransaction?.get()
  if (code === undefined) throw new Error("no reader of servers' transactions")
  return Effect.runPromise(Effect.result(code({ ...asking, from: vera, text })))
}

const accept = async (payer: Payer, text: string) => {
  const result = await read(payer, text)
  if (result._tag === "Failure") throw new Error(result.failure.message)
  return result.success
}

const flip = (text: string, at: number) => {
  const bytes = Buffer.from(text, "base64")
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes.toString("base64")
}

describe("readServerTransaction", () => {
  it.each<readonly [string, () => string | Promise<string>]>([
    ["the account as its payer", () => make({ payer: vera, blockhash: old })],
    ["no payer and no blockhash", makeWithoutPayer],
    ["another payer, which nothing uses", () => make({ payer: shop.address, blockhash: old })],
    ["another payer, in the newest version", () => make({ payer: shop.address, blockhash: old, version: 0 })],
  ])("makes the account pay, with a new blockhash, for an unsigned transaction with %s", async (_, build) => {
    const payer = await makePayer()
    const [before, all] = [await payer.balanceOf(milo), await payer.balanceOf(vera)]
    const made = await accept(payer, await build())
    expect(made.fee).toBe(5_000n)
    expect(made.transaction["lastValidBlockHeight"]).toMatch(/^\d+$/)
    expect((await payer.pay(made.transaction))?.outcome.error).toBe(null)
    expect(await payer.balanceOf(milo)).toBe(before + amount)
    expect(await payer.balanceOf(vera)).toBe(all - amount - 5_000n)
  })

  it("keeps the bytes that a server has signed, and the fee that it pays", async () => {
    const payer = await makePayer()
    const { blockhash } = payer.chain.head()
    const before = await payer.balanceOf(vera)
    const text = await make({ payer: shop.address, blockhash, signers: [shop] })
    const made = await accept(payer, text)
    expect(made).toEqual({ transaction: { transaction: text, lastValidBlockHeight: null }, fee: 0n })
    expect((await payer.pay(made.transaction))?.outcome.error).toBe(null)
    expect(await payer.balanceOf(vera)).toBe(before - amount)
  })

  it("keeps a further signer that has signed", async () => {
    const payer = await makePayer()
    const { blockhash } = payer.chain.head()
    const plain = pays()
    const mark = { address: stranger.address, role: AccountRole.READONLY_SIGNER }
    const marked = { ...plain, accounts: [...(plain.accounts ?? []), mark] }
    const text = await make({ payer: vera, blockhash, instructions: [marked], signers: [stranger] })
    const made = await accept(payer, text)
    expect([made.fee, made.transaction["transaction"]]).toEqual([10_000n, text])
    expect((await payer.pay(made.transaction))?.outcome.error).toBe(null)
  })

  it.each<readonly [string, (blockhash: string) => string | Promise<string>, () => object]>([
    ["is no base64", () => "???", () => ({ _tag: "Malformed" })],
    ["is empty", () => "", () => ({ _tag: "Malformed" })],
    ["is too long", () => "A".repeat(4_000), () => ({ _tag: "Malformed" })],
    [
      "is cut off",
      async (blockhash) => (await make({ payer: vera, blockhash })).slice(0, 120),
      () => ({ _tag: "Malformed" }),
    ],
    [
      "is followed by further bytes",
      async (blockhash) => {
        const text = await make({ payer: shop.address, blockhash, signers: [shop] })
        return Buffer.concat([Buffer.from(text, "base64"), Buffer.alloc(3)]).toString("base64")
      },
      () => ({ _tag: "Malformed" }),
    ],
    [
      "has a changed signature",
      async (blockhash) => flip(await make({ payer: shop.address, blockhash, signers: [shop] }), 9),
      () => ({ _tag: "Signature", signer: shop.address }),
    ],
    [
      "was changed after it was signed",
      async (blockhash) => {
        const text = await make({ payer: shop.address, blockhash, signers: [shop] })
        return flip(text, Buffer.from(text, "base64").length - 3)
      },
      () => ({ _tag: "Signature", signer: shop.address }),
    ],
    [
      "takes from another account, which has not signed",
      (blockhash) => make({ payer: vera, blockhash, instructions: [pays(), pays(shop.address, milo)] }),
      () => ({ _tag: "Signer", signer: shop.address }),
    ],
    [
      "has a payer that an instruction uses and that has not signed",
      (blockhash) => make({ payer: shop.address, blockhash, instructions: [pays(shop.address, vera)] }),
      () => ({ _tag: "Signer", signer: shop.address }),
    ],
    [
      "lacks one of two further signatures",
      (blockhash) =>
        make({
          payer: shop.address,
          blockhash,
          instructions: [pays(), pays(stranger.address, milo)],
          signers: [shop],
        }),
      () => ({ _tag: "Signer", signer: stranger.address }),
    ],
    [
      "needs no signature of the account",
      (blockhash) =>
        make({
          payer: shop.address,
          blockhash,
          instructions: [pays(shop.address, vera)],
          signers: [shop],
        }),
      () => ({ _tag: "NotAsked" }),
    ],
    [
      "is signed by the account already",
      async (blockhash) => make({ payer: vera, blockhash, signers: [await getTestSigner(0)] }),
      () => ({ _tag: "NotAsked" }),
    ],
    [
      "is signed for a blockhash that the network does not have",
      () => make({ payer: shop.address, blockhash: old, signers: [shop] }),
      () => ({ _tag: "Expired" }),
    ],
  ])("refuses a transaction that %s", async (_, build, toReason) => {
    const payer = await makePayer()
    const result = await read(payer, await build(payer.chain.head().blockhash))
    expect(result).toMatchObject({
      _tag: "Failure",
      failure: { _tag: "ServerTransactionRejected", reason: toReason() },
    })
  })

  it("refuses a signed transaction once its blockhash is too old", async () => {
    const payer = await makePayer()
    const { blockhash } = payer.chain.head()
    const text = await make({ payer: shop.address, blockhash, signers: [shop] })
    await accept(payer, text)
    payer.chain.mine(200)
    expect(await read(payer, text)).toMatchObject({ failure: { reason: { _tag: "Expired" } } })
  })
})
