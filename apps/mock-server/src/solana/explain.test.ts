import {
  AccountRole,
  address,
  generateKeyPairSigner,
  getAddressEncoder,
  getBase64EncodedWireTransaction,
  getProgramDerivedAddress,
  getU64Encoder,
  type Instruction,
} from "@solana/kit"
import { getAssignInstruction, getTransferSolInstruction } from "@solana-program/system"
import {
  AuthorityType,
  findAssociatedTokenPda,
  getApproveInstruction,
  getCloseAccountInstruction,
  getRevokeInstruction,
  getSetAuthorityInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from "@solana-program/token"
import type { ChainTransaction, ReviewedRequest, WalletRequest } from "@wmodal/chains"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { solanaAccounts } from "./solanaAccounts.ts"
import { solanaTokens } from "./solanaTokens.ts"
import { makePayer } from "./testing/payer.ts"

const [vera, milo, ines] = solanaAccounts
const [usd, dai] = solanaTokens
const thief = "7EeV8eiRuGoR8bFHCjdCRGQd1RM5sR2dAkdiTEtC9ko7"

const setup = async () => {
  const payer = await makePayer()
  const { actions, asked, asking, signers } = payer
  const [one] = signers
  const explaining = (request: WalletRequest, tokens: readonly string[] = []): Promise<ReviewedRequest> =>
    Effect.runPromise(
      actions.explain({
        ...asking,
        from: vera,
        request,
        tokens,
        nameOf: (plain) => (plain === milo ? "Milo" : null),
      }),
    )
  const held = async (owner: string, mint: string = usd.mint) =>
    (
      await findAssociatedTokenPda({
        owner: address(owner),
        mint: address(mint),
        tokenProgram: TOKEN_PROGRAM_ADDRESS,
      })
    )[0]
  return {
    ...payer,
    one,
    held,
    explaining,
    explain: async (instructions: readonly Instruction[], tokens: readonly string[] = []) =>
      explaining({ _tag: "Transaction", transaction: await asked(instructions) }, tokens),
    pays: (to: string, amount: bigint) =>
      getTransferSolInstruction({ source: one, destination: address(to), amount }),
    hands: async (to: string, amount: bigint) =>
      getTransferCheckedInstruction({
        source: await held(vera),
        mint: address(usd.mint),
        destination: await held(to),
        authority: one,
        amount,
        decimals: 6,
      }),
  }
}

const texts = ({ calls }: ReviewedRequest, at = 0) =>
  calls[at]?.fields.map(({ label, text }) => [label, text])

describe("Solana transaction explanation", () => {
  it("describes a payment in one sentence", async () => {
    const { balanceOf, explain, hands, pays } = await setup()
    const all = await balanceOf(vera)
    const native = await explain([pays(milo, 1_500_000_000n)])
    expect(native).toMatchObject({
      calls: [
        { intent: "Send", interpolatedIntent: "Send 1.5 SOL to Milo", value: 1_500_000_000n, contract: null },
      ],
      dangers: [],
      trial: { _tag: "Simulated", changes: [{ token: null, before: all, after: all - 1_500_000_000n }] },
    })
    expect(texts(native)).toEqual([
      ["Amount", "1.5 SOL"],
      ["To", "Milo"],
      ["Network fee", "0.000005 SOL"],
    ])
    const dollars = await explain([await hands(ines, 2_500_000n)], [dai.mint])
    const [before, coins] = [await balanceOf(vera, usd.mint), await balanceOf(vera, dai.mint)]
    expect(dollars).toMatchObject({
      calls: [{ intent: "Send", interpolatedIntent: `Send 2.5 mUSDC to ${ines}`, value: 0n }],
      dangers: [],
      trial: {
        _tag: "Simulated",
        changes: [
          { token: null, before: all, after: all },
          { token: dai.mint, before: coins, after: coins },
          { token: usd.mint, before, after: before - 2_500_000n },
        ],
      },
    })
  })

  it("lists several steps, including those of unknown programs", async () => {
    const { explain, pays } = await setup()
    const memo = (text: string): Instruction => ({
      programAddress: address("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"),
      data: new TextEncoder().encode(text),
    })
    const known = await explain([pays(milo, 1n), pays(ines, 2n), memo("rent\u202e for May")])
    expect(known).toMatchObject({
      calls: [{ intent: "Several steps", value: 3n }],
      dangers: [{ _tag: "HiddenCharacters" }],
    })
    expect(texts(known)).toEqual([
      ["Step 1", "Send"],
      ["Step 2", "Send"],
      ["Memo", "rent[U+202E] for May"],
      ["Network fee", "0.000005 SOL"],
    ])
    const strange: Instruction = { programAddress: address(thief), data: Uint8Array.of(1, 2) }
    const alone = await explain([strange])
    expect(alone).toMatchObject({
      calls: [{ intent: null, contract: thief }],
      dangers: [{ _tag: "Unread" }, { _tag: "Fails" }],
      trial: { _tag: "Reverts", at: 0 },
    })
    const among = await explain([pays(milo, 1n), strange])
    expect(among.calls[0]).toMatchObject({ intent: null, contract: thief })
    expect(texts(among)?.slice(0, 2)).toEqual([
      ["Step 1", "Send"],
      ["Step 2", "Unknown instruction"],
    ])
  })

  it("names other signers and the fee payer", async () => {
    const { chain, explaining, one, sign, signers } = await setup()
    const [, two] = signers
    const transfer = getTransferSolInstruction({ source: one, destination: address(ines), amount: 3n })
    const { wire } = await sign(two, [transfer])
    const transaction = { transaction: getBase64EncodedWireTransaction(wire), lastValidBlockHeight: null }
    const said = await explaining({ _tag: "Transaction", transaction })
    expect(texts(said)?.slice(2)).toEqual([["Network fee paid by", "Milo"]])
    const all = chain.svm.getBalance(one.address) ?? 0n
    expect(said.trial).toMatchObject({ changes: [{ token: null, before: all, after: all - 3n }] })
  })
})

describe("Solana transaction warnings", () => {
  it("warns of a delegate that may spend more than a tenth of the balance", async () => {
    const { balanceOf, explain, held, one } = await setup()
    const approve = async (amount: bigint) => {
      const source = await held(vera)
      return getApproveInstruction({ source, delegate: address(thief), owner: one, amount })
    }
    const all = await balanceOf(vera, usd.mint)
    const named = { token: usd.mint, symbol: "mUSDC", spender: thief }
    const danger = { _tag: "LargeApproval", taking: "everything", ...named }
    for (const amount of [all, all + 1n])
      expect((await explain([await approve(amount)])).dangers).toEqual([danger])
    expect((await explain([await approve(2n ** 64n - 1n)])).dangers).toEqual([
      { _tag: "UnlimitedApproval", ...named },
    ])
    expect(texts(await explain([await approve(2n ** 64n - 1n)]))?.[1]).toEqual(["Amount", "Unlimited mUSDC"])
    expect((await explain([await approve(all - 1n)])).dangers).toEqual([{ ...danger, taking: "much" }])
    expect((await explain([await approve(all / 10n)])).dangers).toEqual([])
    // Approved and revoked again, as programs can do only under simulation.
    const revoked = [await approve(all), getRevokeInstruction({ source: await held(vera), owner: one })]
    expect((await explain(revoked)).dangers).toEqual([danger])
  })

  it("warns of a delegate that may spend the balance left after a transfer", async () => {
    const { balanceOf, explain, hands, held, one } = await setup()
    const all = await balanceOf(vera, usd.mint)
    const source = await held(vera)
    const some = getApproveInstruction({ source, delegate: address(thief), owner: one, amount: 10n })
    const { dangers } = await explain([some, await hands(milo, all - 10n)])
    expect(dangers).toMatchObject([
      { _tag: "LargeApproval", taking: "everything", token: usd.mint, spender: thief },
    ])
  })

  it("warns of a new owner of the user's account", async () => {
    const { balanceOf, explain, held, one } = await setup()
    const account = await held(vera)
    const given = getSetAuthorityInstruction({
      owned: account,
      owner: one,
      authorityType: AuthorityType.AccountOwner,
      newAuthority: address(thief),
    })
    const said = await explain([given], [usd.mint])
    expect(said.dangers).toEqual([{ _tag: "Handover", account, to: thief }])
    const before = await balanceOf(vera, usd.mint)
    expect(said.trial).toMatchObject({ changes: [{}, { token: usd.mint, before, after: 0n }] })
    const assigned = getAssignInstruction({ account: one, programAddress: address(thief) })
    expect((await explain([assigned])).dangers).toEqual([{ _tag: "Handover", account: vera, to: thief }])
    const closing = getSetAuthorityInstruction({
      owned: account,
      owner: one,
      authorityType: AuthorityType.CloseAccount,
      newAuthority: address(thief),
    })
    expect((await explain([closing])).dangers).toEqual([{ _tag: "Handover", account, to: thief }])
  })

  it("warns of a failing transaction and of an unusually high fee", async () => {
    const { balanceOf, explain, held, hands, one, pays } = await setup()
    const all = await balanceOf(vera, usd.mint)
    expect(await explain([await hands(milo, all + 1n)])).toMatchObject({
      dangers: [{ _tag: "Fails", text: "insufficient funds" }],
      trial: { _tag: "Reverts", at: 0 },
    })
    const price = new Uint8Array(9)
    price[0] = 3
    new DataView(price.buffer).setBigUint64(1, 300_000_000n, true)
    const budget = { programAddress: address("ComputeBudget111111111111111111111111111111"), data: price }
    const strange = getCloseAccountInstruction({
      account: await held(vera),
      destination: address(thief),
      owner: one,
    })
    expect((await explain([budget, pays(milo, 1n), strange])).dangers).toMatchObject([
      { _tag: "Handover" },
      { _tag: "HighFee", fee: expect.any(BigInt) },
      { _tag: "Fails" },
    ])
  })

  it("warns of a transaction that cannot be decoded", async () => {
    const { explaining } = await setup()
    const blind = [{ _tag: "Blind" }, { _tag: "Untried" }]
    for (const transaction of ["", "AQID", "no", null])
      expect((await explaining({ _tag: "Transaction", transaction: { transaction } })).dangers).toEqual(blind)
    const calls = [{ to: milo, value: 0n, data: "0x" }] as const
    expect((await explaining({ _tag: "Calls", calls })).dangers).toEqual(blind)
  })
})

describe("several Solana transactions", () => {
  it("describes each, and simulates as many as a node can", async () => {
    const { asked, balanceOf, explaining, hands, pays } = await setup()
    const together = async (first: ChainTransaction, ...others: readonly ChainTransaction[]) =>
      explaining({ _tag: "Transactions", transactions: [first, ...others] })
    const [pay, hand] = [await asked([pays(milo, 7n)]), await asked([await hands(milo, 5n)])]
    const all = await balanceOf(vera)
    const dollars = await balanceOf(vera, usd.mint)
    expect(await together(pay, hand, hand)).toMatchObject({
      calls: [{ interpolatedIntent: "Send 0.000000007 SOL to Milo" }, { intent: "Send" }, { intent: "Send" }],
      dangers: [],
      trial: {
        changes: [
          { token: null, before: all, after: all - 7n },
          { token: usd.mint, before: dollars, after: dollars - 10n },
        ],
      },
    })
    const failing = await asked([await hands(milo, dollars + 1n)])
    expect(await together(failing, pay)).toMatchObject({
      dangers: [{ _tag: "Fails" }],
      trial: { _tag: "Reverts", at: 0 },
    })
    // It may depend on the transaction before it.
    expect(await together(pay, failing)).toMatchObject({
      dangers: [{ _tag: "Untried" }],
      trial: { _tag: "Unavailable" },
    })
    expect((await together(pay, { transaction: "no" })).dangers).toEqual([
      { _tag: "Blind" },
      { _tag: "Untried" },
    ])
  })
})

describe("address lookup tables", () => {
  const tableProgram = address("AddressLookupTab1e1111111111111111111111111")
  const bytes = (plain: string) => Buffer.from(getAddressEncoder().encode(address(plain)))

  it("resolves accounts from the chain, and treats an unreadable table as blind signing", async () => {
    const { asked, chain, explaining, one, sign } = await setup()
    const recent = BigInt(chain.head().slot)
    const u64 = (value: bigint) => Buffer.from(getU64Encoder().encode(value))
    const [table, bump] = await getProgramDerivedAddress({
      programAddress: tableProgram,
      seeds: [bytes(vera), u64(recent)],
    })
    const call = (data: Uint8Array): Instruction => ({
      programAddress: tableProgram,
      accounts: [
        { address: table, role: AccountRole.WRITABLE },
        { address: one.address, role: AccountRole.READONLY_SIGNER },
        { address: one.address, role: AccountRole.WRITABLE_SIGNER },
        { address: address("11111111111111111111111111111111"), role: AccountRole.READONLY },
      ],
      data,
    })
    const through = (lookupTableAddress: typeof table): Instruction => {
      const { accounts, ...transfer } = getTransferSolInstruction({
        source: one,
        destination: address(milo),
        amount: 5n,
      })
      const to = {
        address: address(milo),
        addressIndex: 0,
        lookupTableAddress,
        role: AccountRole.WRITABLE,
      } as const
      return { ...transfer, accounts: [accounts[0], to] }
    }
    const made = [
      Buffer.concat([Buffer.alloc(4), u64(recent), Buffer.from([bump])]),
      Buffer.concat([Buffer.from([2, 0, 0, 0]), u64(1n), bytes(milo)]),
    ]
    expect(chain.submit(await sign(one, made.map(call)))?.outcome.error).toBe(null)
    const said = await explaining({ _tag: "Transaction", transaction: await asked([through(table)], 0) })
    expect(said).toMatchObject({
      calls: [{ interpolatedIntent: "Send 0.000000005 SOL to Milo" }],
      dangers: [],
      trial: { _tag: "Simulated" },
    })
    const nowhere = (await generateKeyPairSigner()).address
    const unseen = await explaining({ _tag: "Transaction", transaction: await asked([through(nowhere)], 0) })
    expect(unseen.dangers).toEqual([{ _tag: "Blind" }, expect.objectContaining({ _tag: "Fails" })])
    expect(texts(unseen)?.[1]).toEqual(["To", "In an unreadable lookup table"])
  })
})

describe("Solana message explanation", () => {
  it("decodes text, and treats bytes or a text of digest length as blind signing", async () => {
    const { asked, explaining, pays } = await setup()
    const dangers = async (message: string) => (await explaining({ _tag: "Message", message })).dangers
    for (const fine of ["Hello", "", "Sign in\nto example.com", "grüße"])
      expect(await dangers(fine)).toEqual([])
    const { transaction } = await asked([pays(milo, 1n)])
    const bytes = Buffer.from(transaction ?? "", "base64").subarray(65)
    const odd = [`0x${bytes.toString("hex")}`, "0xff00", "a".repeat(32), "a\u0000b"]
    for (const message of odd) expect(await dangers(message)).toEqual([{ _tag: "Blind" }])
    expect(await dangers("a".repeat(10_001))).toEqual([{ _tag: "Blind" }, { _tag: "Long", lines: 127 }])
  })
})

it("shows that a transaction with a durable nonce does not expire", async () => {
  const { explain, one, pays } = await setup()
  const advance: Instruction = {
    programAddress: address("11111111111111111111111111111111"),
    accounts: [
      { address: address(thief), role: AccountRole.WRITABLE },
      { address: address("SysvarRecentB1ockHashes11111111111111111111"), role: AccountRole.READONLY },
      { address: one.address, role: AccountRole.READONLY_SIGNER },
    ],
    data: Uint8Array.of(4, 0, 0, 0),
  }
  expect(texts(await explain([advance, pays(milo, 1n)]))).toContainEqual(["Valid", "Until its nonce is used"])
})
