import { base58 } from "@scure/base"
import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getBase58Decoder,
  getPublicKeyFromAddress,
  getTransactionDecoder,
  getTransactionEncoder,
  type Instruction,
  pipe,
  type SignatureBytes,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  verifySignature,
} from "@solana/kit"
import { getTransferSolInstruction } from "@solana-program/system"
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from "@solana-program/token"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { origin } from "../testing/setupDevWallet.ts"
import { getFeature, setupStandardWallet } from "../testing/setupStandardWallet.ts"

const mine = address("oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96")
const other = address("AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD")
const third = address("CqMbRgMuEhQi9BUS8xP44Wk5nENm48FqJnfjEi4eNb1k")
const router = address("6gYw7q94fJdEwL8WkT1a6LHBdTMbix1aciALwEWPx3Wp")
const blockhash = "9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp" as Blockhash

const pay = getTransferSolInstruction({
  source: createNoopSigner(mine),
  destination: other,
  amount: 1_500_000_000n,
})

/** The serialized transaction, made by another library, without a signature. */
const wire = (
  instructions: readonly Instruction[],
  { payer = mine, version = 0 }: { payer?: Address; version?: 0 | "legacy" } = {},
) =>
  Uint8Array.from(
    getTransactionEncoder().encode(
      compileTransaction(
        pipe(
          createTransactionMessage({ version }),
          (message) => setTransactionMessageFeePayer(payer, message),
          (message) =>
            setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 1n }, message),
          (message) => appendTransactionMessageInstructions(instructions, message),
        ),
      ),
    ),
  )

const isSignedBy = async (bytes: Uint8Array, who: Address) => {
  const { messageBytes, signatures } = getTransactionDecoder().decode(bytes)
  const signature = signatures[who]
  return signature != null && verifySignature(await getPublicKeyFromAddress(who), signature, messageBytes)
}

const ready = async (options: Parameters<typeof setupStandardWallet>[0] = {}) => {
  const setup = setupStandardWallet(options)
  const account = await setup.solana()
  return {
    ...setup,
    account,
    sign: getFeature(setup.standard, "solana:signTransaction").signTransaction,
    send: getFeature(setup.standard, "solana:signAndSendTransaction").signAndSendTransaction,
  }
}

describe("signing on Solana", () => {
  it("signs a message that another library verifies", async () => {
    const { account, asked, standard } = await ready()
    const message = new TextEncoder().encode("Grüße 👋")
    const [signed] = await getFeature(standard, "solana:signMessage").signMessage({ account, message })
    expect(signed?.signedMessage).toEqual(message)
    expect(
      await verifySignature(
        await getPublicKeyFromAddress(mine),
        (signed?.signature ?? new Uint8Array()) as SignatureBytes,
        message,
      ),
    ).toBe(true)
    expect(asked.at(-1)).toMatchObject({ _tag: "SignBytes", on: "Solana", address: mine })
  })

  it("rejects a message that is a transaction", async () => {
    const { account, asked, standard } = await ready()
    for (const version of [0, "legacy"] as const) {
      const bytes = wire([pay], { version })
      const message = Uint8Array.from(getTransactionDecoder().decode(bytes).messageBytes)
      await expect(
        getFeature(standard, "solana:signMessage").signMessage({ account, message }),
      ).rejects.toMatchObject({ code: -32602 })
    }
    expect(asked).toHaveLength(1)
  })

  it.each([0, "legacy"] as const)(
    "signs a transaction of version %s, and shows amount and recipient",
    async (version) => {
      const { account, asked, sign } = await ready()
      const transaction = wire([pay], { version })
      const [signed] = await sign({ account, transaction, chain: "solana:devnet" })
      expect(await isSignedBy(signed?.signedTransaction ?? new Uint8Array(), mine)).toBe(true)
      expect(asked.at(-1)).toMatchObject({
        _tag: "SignSolana",
        network: { chain: "solana:devnet" },
        address: mine,
        transactions: [
          {
            feePayer: mine,
            maxFee: "5000",
            isDurable: false,
            steps: [{ _tag: "SendSol", from: mine, to: other, amount: "1500000000" }],
          },
        ],
      })
    },
  )

  it("signs several transactions with one approval", async () => {
    const { account, asked, sign } = await ready()
    const transactions = [wire([pay]), wire([pay, pay])]
    const signed = await sign(...transactions.map((transaction) => ({ account, transaction })))
    const valid = await Promise.all(
      signed.map(({ signedTransaction }) => isSignedBy(signedTransaction, mine)),
    )
    expect(valid).toEqual([true, true])
    expect(asked).toHaveLength(2)
  })

  it("keeps the signatures of others, and shows the fee payer", async () => {
    const { account, asked, sign } = await ready()
    const transaction = wire([pay], { payer: third })
    transaction.fill(7, 1, 65)
    const [signed] = await sign({ account, transaction })
    const bytes = signed?.signedTransaction ?? new Uint8Array()
    expect(bytes.slice(1, 65)).toEqual(new Uint8Array(64).fill(7))
    expect(await isSignedBy(bytes, mine)).toBe(true)
    expect(asked.at(-1)).toMatchObject({ transactions: [{ feePayer: third, maxFee: "10000" }] })
  })

  it("decodes tokens, new accounts, notes and the priority fee", async () => {
    const { account, asked, sign } = await ready()
    const budget = address("ComputeBudget111111111111111111111111111111")
    await sign({
      account,
      transaction: wire([
        { programAddress: budget, data: Uint8Array.from([2, 0xa0, 0x86, 1, 0]) },
        { programAddress: budget, data: Uint8Array.from([3, 0x41, 0x42, 0x0f, 0, 0, 0, 0, 0]) },
        getCreateAssociatedTokenIdempotentInstruction({
          payer: createNoopSigner(mine),
          ata: third,
          owner: other,
          mint: third,
        }),
        getTransferCheckedInstruction({
          source: other,
          mint: third,
          destination: third,
          authority: createNoopSigner(mine),
          amount: 2_500_000n,
          decimals: 6,
        }),
        {
          programAddress: address("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"),
          data: new TextEncoder().encode("rent"),
        },
        {
          programAddress: router,
          accounts: [{ address: mine, role: AccountRole.WRITABLE }],
          data: Uint8Array.from([1, 2]),
        },
      ]),
    })
    expect(asked.at(-1)).toMatchObject({
      transactions: [
        {
          // 100,000 units at 1.000001 lamports, rounded up.
          maxFee: "105001",
          steps: [
            { _tag: "OpenAccount", payer: mine, account: third, owner: other, mint: third },
            { _tag: "SendToken", to: third, amount: "2500000", decimals: 6, mint: third, symbol: null },
            { _tag: "Note", text: "rent" },
            { _tag: "Other", program: router, data: "0x0102" },
          ],
        },
      ],
    })
  })

  it("reports a transaction with a durable nonce as not expiring", async () => {
    const { account, asked, sign } = await ready()
    const advance = {
      programAddress: address("11111111111111111111111111111111"),
      accounts: [{ address: third, role: AccountRole.WRITABLE }],
      data: Uint8Array.from([4, 0, 0, 0]),
    }
    await sign({ account, transaction: wire([advance, pay]) })
    expect(asked.at(-1)).toMatchObject({ transactions: [{ isDurable: true, steps: [{ _tag: "SendSol" }] }] })
  })

  it.each([
    ["bytes that are not a transaction", () => ({ transaction: new Uint8Array([1, 2, 3]) }), -32602],
    ["trailing bytes", () => ({ transaction: Uint8Array.from([...wire([pay]), 0]) }), -32602],
    ["more than a packet", () => ({ transaction: new Uint8Array(1233) }), -32602],
    ["a transaction for another signer", () => ({ transaction: wire([], { payer: third }) }), -32602],
    ["an unknown network", () => ({ transaction: wire([pay]), chain: "solana:localnet" }), -32602],
  ] as const)("rejects %s without an approval request", async (_, input, code) => {
    const { account, asked, sign } = await ready()
    await expect(sign({ account, ...input() })).rejects.toMatchObject({ code })
    expect(asked).toHaveLength(1)
  })

  it("rejects an account that is not shared, and two accounts in one request", async () => {
    const { account, asked, sign } = await ready()
    const transaction = wire([pay])
    await expect(sign({ account: { ...account, address: other }, transaction })).rejects.toMatchObject({
      code: 4100,
    })
    await expect(
      sign({ account, transaction }, { account: { ...account, address: other }, transaction }),
    ).rejects.toMatchObject({ code: -32602 })
    expect(asked).toHaveLength(1)
  })

  it("signs the bytes it showed even when the dApp changes its array in the meantime", async () => {
    const transaction = wire([pay])
    let asked = 0
    const { account, sign } = await ready({
      approve: () =>
        Effect.sync(() => {
          if (++asked === 2) transaction.fill(0)
          return "approve" as const
        }),
    })
    const [signed] = await sign({ account, transaction })
    expect(await isSignedBy(signed?.signedTransaction ?? new Uint8Array(), mine)).toBe(true)
  })

  it("rejects malformed parameters", async () => {
    const { asked, wallet } = await ready()
    const inputs = [[], [null], [[]], [[{}]], [[{ address: mine, transaction: "!" }]], ["x"], [{}], [[1]]]
    for (const params of inputs) {
      for (const method of [
        "solana:signTransaction",
        "solana:signAndSendTransaction",
        "solana:signMessage",
      ]) {
        const failure = await Effect.runPromise(Effect.flip(wallet.handle(origin, method, params)))
        expect(failure.code).toBe(-32602)
      }
    }
    const many = Array.from({ length: 65 }, () => ({ address: mine, message: "" }))
    const failure = await Effect.runPromise(Effect.flip(wallet.handle(origin, "solana:signMessage", [many])))
    expect(failure.code).toBe(-32602)
    expect(asked).toHaveLength(1)
  })
})

describe("signing and sending on Solana", () => {
  const nameOf = (params: readonly unknown[]) =>
    base58.encode(Uint8Array.from(Buffer.from(String(params[0]), "base64")).slice(1, 65))
  const fine = { context: { slot: 1 }, value: { err: null, logs: [], unitsConsumed: 1 } }
  const poor = { context: { slot: 1 }, value: { err: "InsufficientFundsForFee", logs: [], unitsConsumed: 0 } }
  const lost = { _tag: "TimedOut", milliseconds: 1 }
  const known = { context: { slot: 1 }, value: [{ slot: 1, err: null, confirmationStatus: "confirmed" }] }
  const nothing = { context: { slot: 1 }, value: [null] }
  const sent = { status: "fulfilled", value: [{ signature: expect.any(Uint8Array) }] }

  it("sends through a node of the named network, and returns the signature", async () => {
    const { account, asked, nodeCalls, send } = await ready({
      answer: (method, params) => (method === "simulateTransaction" ? fine : nameOf(params)),
    })
    const [gone] = await send({ account, transaction: wire([pay]), chain: "solana:devnet" })
    const call = nodeCalls.at(-1)
    expect(call).toMatchObject({
      chain: "solana:devnet",
      method: "sendTransaction",
      params: [expect.any(String), { encoding: "base64" }],
    })
    expect(getBase58Decoder().decode(gone?.signature ?? new Uint8Array())).toBe(nameOf(call?.params ?? []))
    expect(asked.at(-1)).toMatchObject({ _tag: "SendSolana" })
  })

  it.each([
    [
      "a lost reply, where the chain has it",
      { simulateTransaction: fine, getSignatureStatuses: known },
      sent,
    ],
    [
      "a lost reply, where no node has it",
      { simulateTransaction: fine, getSignatureStatuses: nothing },
      { status: "rejected", reason: { code: -32603, data: { hash: expect.any(String) } } },
    ],
    [
      "a rejection",
      { simulateTransaction: poor, getSignatureStatuses: nothing },
      { status: "rejected", reason: { code: -32003, message: expect.stringMatching(/^Insufficient funds/) } },
    ],
    ["a request without a node", {}, { status: "rejected", reason: { code: 4901 } }],
  ])("settles after %s", async (_, answers: Readonly<Record<string, unknown>>, outcome) => {
    const { account, send } = await ready({
      answer: (method) => {
        const answer = answers[method]
        if (answer === undefined) throw lost
        return answer
      },
    })
    const sending = send({ account, transaction: wire([pay]), chain: "solana:mainnet" })
    const [settled] = await Promise.allSettled([sending])
    expect(settled).toMatchObject(outcome)
  })

  it("sends nothing that lacks signatures of others", async () => {
    const { account, nodeCalls, send } = await ready()
    const sending = send({ account, transaction: wire([pay], { payer: third }), chain: "solana:mainnet" })
    await expect(sending).rejects.toMatchObject({ code: -32003 })
    expect(nodeCalls).toEqual([])
  })
})

describe("signing in with Solana", () => {
  const signIn = (setup: ReturnType<typeof setupStandardWallet>, input?: object) =>
    getFeature(setup.standard, "solana:signIn").signIn(...(input === undefined ? [] : [input]))

  it("shares the account and signs a text that names the dApp, with one approval", async () => {
    const setup = setupStandardWallet()
    const [signed] = await signIn(setup, {
      statement: "Welcome back",
      nonce: "abcd1234",
      resources: ["https://a.example"],
    })
    expect(new TextDecoder().decode(signed?.signedMessage)).toBe(
      `dapp.example wants you to sign in with your Solana account:\n${mine}\n\nWelcome back\n\nNonce: abcd1234\nResources:\n- https://a.example`,
    )
    expect(signed?.account.address).toBe(mine)
    expect(
      await verifySignature(
        await getPublicKeyFromAddress(mine),
        (signed?.signature ?? new Uint8Array()) as SignatureBytes,
        signed?.signedMessage ?? new Uint8Array(),
      ),
    ).toBe(true)
    expect(setup.asked.map(({ _tag }) => _tag)).toEqual(["SignIn"])
    expect(
      (await getFeature(setup.standard, "standard:connect").connect({ silent: true })).accounts,
    ).toHaveLength(1)
    expect(await signIn(setup)).toHaveLength(1)
  })

  it.each([
    ["with another origin's domain", { domain: "bank.example" }, -32602],
    ["for another account", { address: other }, 4100],
    ["with a line that imitates another", { statement: "Hi\nURI: https://bank.example" }, -32602],
  ])("rejects a sign-in %s", async (_, input, code) => {
    const setup = setupStandardWallet()
    await expect(signIn(setup, input)).rejects.toMatchObject({ code })
    expect(setup.asked).toEqual([])
  })
})
