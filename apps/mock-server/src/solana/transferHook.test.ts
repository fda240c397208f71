import {
  type Address,
  address,
  generateKeyPairSigner,
  getAddressEncoder,
  getProgramDerivedAddress,
  lamports,
} from "@solana/kit"
import { findAssociatedTokenPda } from "@solana-program/token"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { token2022 } from "./chain/tokenBalances.ts"
import { encodeMint, encodeTokenAccount, encodeWithExtensions } from "./chain/tokenBytes.ts"
import { solanaAccounts } from "./solanaAccounts.ts"
import { makePayer } from "./testing/payer.ts"

const [vera, milo] = solanaAccounts
const encodeAddress = (one: Address) => Uint8Array.from(getAddressEncoder().encode(one))
const words = (text: string) => [...Buffer.from(text)]

/** The issuer's program: it accepts every call. The token program itself looks for the accounts that it lists. */
const program = address("ComputeBudget111111111111111111111111111111")
const listed = address("GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB")

const entry = (kind: number, config: readonly number[] | Uint8Array, writes = 0) =>
  Buffer.concat([
    Uint8Array.of(kind),
    Uint8Array.from(config),
    new Uint8Array(32 - config.length),
    Uint8Array.of(0, writes),
  ])

const entries = [
  entry(0, encodeAddress(listed), 1),
  // By words and the sender, by the amount, by the recipient, of another listed program, and from the token's data.
  entry(1, [1, 7, ...words("counter"), 3, 3]),
  entry(1, [2, 8, 8]),
  entry(1, [1, 7, ...words("allowed"), 4, 2, 32, 32]),
  entry(128 + 5, [3, 6]),
  entry(2, [2, 1, 4]),
  // Named before, so that it gets no further permission.
  entry(0, encodeAddress(address(vera)), 1),
]

const toList = () => {
  const size = Buffer.alloc(8)
  size.writeUInt32LE(4 + entries.length * 35, 0)
  size.writeUInt32LE(entries.length, 4)
  return Buffer.concat([Uint8Array.of(105, 37, 101, 197, 75, 251, 102, 26), size, ...entries])
}

/** Makes a payer who holds 1,000 units of a token with a transfer hook. */
const makeHookedPayer = async (hook: Address | null, list: Uint8Array | null) => {
  const payer = await makePayer()
  const { svm } = payer.chain
  const mint = (await generateKeyPairSigner()).address
  const put = (at: Address, owner: Address, data: Uint8Array) =>
    svm.setAccount({
      address: at,
      data: new Uint8Array(data),
      executable: false,
      lamports: lamports(svm.minimumBalanceForRentExemption(BigInt(data.length))),
      programAddress: owner,
      space: BigInt(data.length),
    })
  const called = Buffer.concat([new Uint8Array(32), hook === null ? new Uint8Array(32) : encodeAddress(hook)])
  const minted = encodeMint({ authority: vera, supply: 1_000n, decimals: 6 })
  put(mint, address(token2022), encodeWithExtensions(minted, 1, [[14, called]]))
  const [holding] = await findAssociatedTokenPda({
    owner: address(vera),
    mint,
    tokenProgram: address(token2022),
  })
  const held = encodeTokenAccount({ mint, owner: vera, amount: 1_000n })
  put(
    holding,
    address(token2022),
    encodeWithExtensions(held, 2, [
      [7, new Uint8Array()],
      [15, Uint8Array.of(0)],
    ]),
  )
  const [listAddress] = await getProgramDerivedAddress({
    programAddress: program,
    seeds: ["extra-account-metas", encodeAddress(mint)],
  })
  if (list !== null) put(listAddress, program, list)
  return { ...payer, transfer: { from: vera, to: milo, token: mint, amount: 400n } }
}

describe("payments of a token with a transfer hook", () => {
  it.each([
    ["an issuer's program", program, toList()],
    ["a program that lists no accounts", program, null],
    ["a hook that is not set", null, null],
  ])("names the accounts that the token program asks for: %s", async (_, hook, list) => {
    const { actions, asking, balanceOf, pay, prepare, transfer } = await makeHookedPayer(hook, list)
    const { transaction } = await prepare(transfer)
    expect(await Effect.runPromise(actions.simulate({ ...asking, transfer, transaction }))).toMatchObject({
      _tag: "Simulated",
      recipient: [{ before: 0n, after: 400n }],
    })
    expect((await pay(transaction))?.outcome.error).toBe(null)
    expect(await balanceOf(milo, transfer.token)).toBe(400n)
    expect(await balanceOf(vera, transfer.token)).toBe(600n)
  })

  it("fails on chain without these accounts, or with those of another amount", async () => {
    const { actions, chain, prepare, signed, transfer } = await makeHookedPayer(program, toList())
    const { fee } = await prepare(transfer)
    const without = { ...fee, transactionFields: { ...fee.transactionFields, hook: null } }
    for (const transaction of [
      actions.build({ transfer, fee: without }),
      actions.build({ transfer: { ...transfer, amount: 399n }, fee }),
    ])
      expect(chain.simulate(await signed(transaction)).error).not.toBe(null)
  })
})
