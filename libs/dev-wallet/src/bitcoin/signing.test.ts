import { schnorr, secp256k1 } from "@noble/curves/secp256k1.js"
import { p2tr, p2wpkh, Transaction as ScureTransaction } from "@scure/btc-signer"
import type { StandardAccount } from "@wmodal/chains/standard"
import { Psbt, Transaction, toXOnly } from "bitcoinjs-lib"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { origin } from "../testing/setupDevWallet.ts"
import { getFeature, type PsbtInput, setupStandardWallet } from "../testing/setupStandardWallet.ts"

type SigningFixture = Awaited<ReturnType<typeof ready>>

const getScript = ({ publicKey, purpose }: StandardAccount) =>
  purpose === "payment" ? p2wpkh(publicKey).script : p2tr(publicKey).script

const somebody = p2wpkh(secp256k1.getPublicKey(new Uint8Array(32).fill(9), true))

/** A connected wallet and a PSBT that spends `inputs` and pays 90,000 to a third party, made by another library. */
const ready = async (
  of: (accounts: { payment: StandardAccount; ordinals: StandardAccount }) => readonly {
    readonly script: Uint8Array
    readonly sighashType?: number
  }[],
  options: Parameters<typeof setupStandardWallet>[0] = {},
) => {
  const setup = setupStandardWallet(options)
  const accounts = await setup.bitcoin()
  const inputs = of(accounts)
  const made = new ScureTransaction()
  inputs.forEach(({ script, sighashType }, index) =>
    made.addInput({
      txid: `${index + 1}`.padStart(64, "0"),
      index: 0,
      sequence: 0xfffffffd,
      witnessUtxo: { script, amount: 100_000n },
      ...(sighashType !== undefined && { sighashType }),
    }),
  )
  made.addOutputAddress(somebody.address ?? "", 90_000n)
  const left = BigInt(inputs.length) * 100_000n - 91_000n
  if (left > 0n) made.addOutput({ script: getScript(accounts.payment), amount: left })
  return { ...setup, ...accounts, psbt: made.toPSBT() }
}

const both = ({ payment, ordinals }: { payment: StandardAccount; ordinals: StandardAccount }) => [
  { script: getScript(payment) },
  { script: getScript(ordinals) },
]

const sign = async ({ standard }: SigningFixture, input: PsbtInput) =>
  (await signer(standard)(input))[0]?.signedPsbt ?? new Uint8Array()
const signer = (standard: SigningFixture["standard"]) =>
  getFeature(standard, "bitcoin:signTransaction").signTransaction

const isValid = (psbt: Psbt) =>
  psbt.validateSignaturesOfAllInputs((key, hash, signature) =>
    key.length === 32
      ? schnorr.verify(signature, hash, key)
      : secp256k1.verify(signature, hash, key, { lowS: true, prehash: false }),
  )

describe("signing Bitcoin transactions", () => {
  it("returns signatures for segwit and taproot inputs that two other libraries accept", async () => {
    const made = await ready(both)
    const { asked, ordinals, payment, psbt } = made
    const signed = await sign(made, {
      psbt,
      chain: "bitcoin:mainnet",
      inputsToSign: [
        { account: payment, signingIndexes: [0] },
        { account: ordinals, signingIndexes: [1] },
      ],
    })
    expect(isValid(Psbt.fromBuffer(signed))).toBe(true)
    const finished = ScureTransaction.fromPSBT(signed)
    finished.finalize()
    const unsigned = asked.at(-1)
    expect(unsigned).toMatchObject({
      _tag: "SignBitcoin",
      inputs: [
        { address: payment.address, amount: "100000", sighash: "ALL" },
        { address: ordinals.address, amount: "100000", sighash: "DEFAULT" },
      ],
      outputs: [
        { address: somebody.address, amount: "90000", isOwn: false },
        { address: payment.address, amount: "109000", isOwn: true },
      ],
      fee: "1000",
    })
    if (unsigned?._tag !== "SignBitcoin") throw new Error("Not asked")
    expect(Transaction.fromHex(unsigned.transaction.slice(2)).getId()).toBe(finished.id)
  })

  it.each([
    ["ALL", 1],
    ["NONE", 2],
    ["SINGLE", 3],
    ["ALL|ANYONECANPAY", 0x81],
    [0x83, 0x83],
  ])("uses and shows the sighash %s", async (sigHash, flag) => {
    const made = await ready(both)
    const { asked, ordinals, payment, psbt } = made
    const signed = Psbt.fromBuffer(
      await sign(made, {
        psbt,
        inputsToSign: [
          { account: payment, signingIndexes: [0], sigHash },
          { account: ordinals, signingIndexes: [1], sigHash },
        ],
      }),
    )
    const [segwit, taproot] = signed.data.inputs
    expect(segwit?.partialSig?.[0]?.signature.at(-1)).toBe(flag)
    expect([taproot?.tapKeySig?.length, taproot?.tapKeySig?.at(-1)]).toEqual([65, flag])
    expect(isValid(signed)).toBe(true)
    const request = asked.at(-1)
    expect(request?._tag === "SignBitcoin" && request.inputs[0]?.sighash).toBe(
      sigHash === 0x83 ? "SINGLE|ANYONECANPAY" : sigHash,
    )
  })

  it("signs its own input among those of others, with a null fee when an input's value is unknown", async () => {
    const made = await ready(({ payment }) => [{ script: getScript(payment) }, { script: somebody.script }])
    const { asked, payment } = made
    const psbt = Psbt.fromBuffer(made.psbt)
    delete psbt.data.inputs[1]?.witnessUtxo
    const signed = Psbt.fromBuffer(
      await sign(made, {
        psbt: psbt.toBuffer(),
        inputsToSign: [{ account: payment, signingIndexes: [0], sigHash: "ALL|ANYONECANPAY" }],
      }),
    )
    expect(signed.data.inputs.map(({ partialSig }) => partialSig?.length ?? 0)).toEqual([1, 0])
    expect(asked.at(-1)).toMatchObject({ fee: null, inputs: [{}, { address: null, sighash: null }] })
  })

  it.each<[string, (made: SigningFixture) => PsbtInput, number]>([
    [
      "bytes that are not a PSBT",
      ({ payment }) => ({ psbt: new Uint8Array([1]), inputsToSign: [one(payment, 0)] }),
      -32602,
    ],
    ["an empty list of inputs", ({ psbt }) => ({ psbt, inputsToSign: [] }), -32602],
    [
      "an input index out of range",
      ({ payment, psbt }) => ({ psbt, inputsToSign: [one(payment, 7)] }),
      -32602,
    ],
    ["another account's UTXO", ({ payment, psbt }) => ({ psbt, inputsToSign: [one(payment, 1)] }), -32602],
    [
      "one input twice",
      ({ payment, psbt }) => ({ psbt, inputsToSign: [one(payment, 0), one(payment, 0)] }),
      -32602,
    ],
    [
      "an unknown sighash",
      ({ payment, psbt }) => ({ psbt, inputsToSign: [{ ...one(payment, 0), sigHash: 0x55 }] }),
      -32602,
    ],
    [
      "taproot's sighash for segwit",
      ({ payment, psbt }) => ({ psbt, inputsToSign: [{ ...one(payment, 0), sigHash: "DEFAULT" }] }),
      -32602,
    ],
    [
      "another network",
      ({ payment, psbt }) => ({ psbt, chain: "bitcoin:testnet", inputsToSign: [one(payment, 0)] }),
      -32602,
    ],
    [
      "an account that is not shared",
      ({ payment, psbt }) => ({
        psbt,
        inputsToSign: [one({ ...payment, address: "bc1qp533522veg9uyhpx3sva9vqrnfzmt262n4lsuq" }, 0)],
      }),
      4100,
    ],
  ])("rejects %s without an approval request", async (_, input, code) => {
    const made = await ready(both)
    await expect(sign(made, input(made))).rejects.toMatchObject({ code })
    expect(made.asked).toHaveLength(1)
  })

  it("rejects a contradictory PSBT", async () => {
    const made = await ready(both)
    const { payment } = made
    const dear = Psbt.fromBuffer(made.psbt)
    dear.addOutput({ script: getScript(payment), value: 1_000_000n })
    await expect(
      sign(made, { psbt: dear.toBuffer(), inputsToSign: [one(payment, 0)] }),
    ).rejects.toMatchObject({ code: -32602, message: expect.stringContaining("outputs exceed its inputs") })
    const two = await ready(({ payment }) => [{ script: getScript(payment), sighashType: 3 }])
    await expect(
      sign(two, { psbt: two.psbt, inputsToSign: [{ ...one(two.payment, 0), sigHash: "ALL" }] }),
    ).rejects.toMatchObject({ message: expect.stringContaining("two sighashes") })
    const elsewhere = Psbt.fromBuffer(made.psbt)
    const before = new Transaction()
    before.addInput(new Uint8Array(32), 0)
    before.addOutput(getScript(payment), 5n)
    elsewhere.updateInput(0, { nonWitnessUtxo: before.toBuffer() })
    await expect(
      sign(made, { psbt: elsewhere.toBuffer(), inputsToSign: [one(payment, 0)] }),
    ).rejects.toMatchObject({ message: expect.stringContaining("a different transaction") })
    expect(made.asked).toHaveLength(1)
  })

  it("signs nothing after the user declined", async () => {
    let asked = 0
    const made = await ready(both, {
      approve: () => Effect.succeed(++asked === 1 ? "approve" : "decline"),
    })
    await expect(sign(made, { psbt: made.psbt, inputsToSign: [one(made.payment, 0)] })).rejects.toMatchObject(
      { code: 4001 },
    )
  })

  describe("signing and sending Bitcoin transactions", () => {
    const send = ({ ordinals, payment, psbt, standard }: SigningFixture) =>
      getFeature(standard, "bitcoin:signAndSendTransaction").signAndSendTransaction({
        psbt,
        chain: "bitcoin:mainnet",
        inputsToSign: [one(payment, 0), one(ordinals, 1)],
      })
    const txidOf = (params: readonly unknown[]) => Transaction.fromHex(String(params[1])).getId()

    it("finalizes and sends through the network's node, and returns the txid", async () => {
      const made = await ready(both, { answer: (_, params) => txidOf(params) })
      const [sent] = await send(made)
      const [call] = made.nodeCalls
      expect(call).toMatchObject({
        chain: "bitcoin:mainnet",
        method: "POST",
        params: ["/tx", expect.any(String)],
      })
      expect(sent?.txId).toBe(txidOf(call?.params ?? []))
      expect(made.asked.at(-1)).toMatchObject({ _tag: "SendBitcoin", fee: "1000" })
    })

    it("succeeds after a lost reply when the chain has the transaction", async () => {
      let txid = ""
      const made = await ready(both, {
        answer: (method, params) => {
          if (method === "GET") {
            return { txid, vin: [], vout: [], weight: 400, fee: 1000, status: { confirmed: false } }
          }
          txid = txidOf(params)
          throw { _tag: "TimedOut", milliseconds: 10 }
        },
      })
      expect((await send(made))[0]?.txId).toBe(txid)
    })

    it("returns the node's error, or the hash when the outcome is unknown", async () => {
      const refusedAs = (text: string) =>
        ready(both, {
          answer: (method) => {
            throw method === "GET"
              ? { _tag: "Answered", code: 404, text: "Transaction not found" }
              : { _tag: "Answered", code: 400, text }
          },
        })
      await expect(send(await refusedAs("min relay fee not met, 100 < 141"))).rejects.toMatchObject({
        code: -32003,
        message: "min relay fee not met, 100 < 141",
      })
      // It may have spent its inputs itself.
      await expect(send(await refusedAs("bad-txns-inputs-missingorspent"))).rejects.toMatchObject({
        code: -32603,
        data: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      })
      const lost = await ready(both, {
        answer: () => {
          throw { _tag: "TimedOut", milliseconds: 10 }
        },
      })
      await expect(send(lost)).rejects.toMatchObject({
        code: -32603,
        data: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      })
      const nowhere = await ready(both, {
        answer: () => {
          throw { _tag: "NoEndpoint" }
        },
      })
      await expect(send(nowhere)).rejects.toMatchObject({ code: 4901 })
    })

    it("sends nothing that lacks signatures of others", async () => {
      const made = await ready(({ payment }) => [{ script: getScript(payment) }, { script: somebody.script }])
      const { payment, psbt, standard } = made
      await expect(
        getFeature(standard, "bitcoin:signAndSendTransaction").signAndSendTransaction({
          psbt,
          inputsToSign: [one(payment, 0)],
        }),
      ).rejects.toMatchObject({ code: -32603 })
      expect(made.nodeCalls).toEqual([])
    })
  })

  it("rejects malformed parameters", async () => {
    const { asked, wallet } = await ready(both)
    for (const params of [[], [null], [[]], [[{}]], [[{ psbt: "!", inputsToSign: [{}] }]], ["x"], [{}]]) {
      for (const method of ["bitcoin:signTransaction", "bitcoin:signMessage", "bitcoin:connect"]) {
        const failure = await Effect.runPromise(Effect.flip(wallet.handle(origin, method, params)))
        expect(failure.code).toBe(-32602)
      }
    }
    expect(asked).toHaveLength(1)
  })
})

const one = (account: StandardAccount, index: number) => ({ account, signingIndexes: [index] })

it("shares public keys that match the addresses", async () => {
  const { ordinals, payment } = await setupStandardWallet().bitcoin()
  expect(p2wpkh(payment.publicKey).address).toBe(payment.address)
  expect(p2tr(toXOnly(ordinals.publicKey)).address).toBe(ordinals.address)
})
