import { base64, hex } from "@scure/base"
import fc from "fast-check"
import { expect, it } from "vitest"
import { parsePsbtRequest, type SigningInput } from "./PsbtRequest.ts"
import { readMessageParams, readPaymentParams } from "./paymentParams.ts"

const addresses = ["bc1qa", "bc1qb", "bc1pc"]
const rules = { isShared: (address: string) => addresses.includes(address), usual: "bc1qa" }
const psbt = base64.encode(Uint8Array.from([0x70, 0x73, 0x62, 0x74, 0xff, 1, 2, 3, 4, 251, 255]))

const psbtForm = fc.constantFrom<unknown>(
  psbt,
  hex.encode(base64.decode(psbt)),
  hex.encode(base64.decode(psbt)).toUpperCase(),
  psbt.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""),
  base64.decode(psbt),
)
const surplus = fc.constantFrom<object>(
  {},
  { hello: 1 },
  { broadcast: null, account: "" },
  { account: "bc1pc" },
)

const names = new Map([
  [0, "DEFAULT"],
  [1, "ALL"],
  [2, "NONE"],
  [3, "SINGLE"],
  [0x81, "ALL|ANYONECANPAY"],
  [0x82, "NONE|ANYONECANPAY"],
  [0x83, "SINGLE|ANYONECANPAY"],
])
const sighashForm = fc.constantFrom<(sighash: number | null) => object>(
  (sighash) => (sighash === null ? {} : { sighashTypes: [sighash] }),
  (sighash) =>
    sighash === null ? { sighashTypes: [] } : { sigHashTypes: [sighash], sighashTypes: [sighash] },
  (sighash) => (sighash === null ? { sigHash: null } : { sigHash: sighash }),
  (sighash) => (sighash === null ? { sighashTypes: null } : { allowedSighash: [names.get(sighash)] }),
)

/** What a dApp means: which address signs which input, and which parts. */
const meant = fc.uniqueArray(
  fc.record({
    address: fc.constantFrom(...addresses),
    index: fc.nat({ max: 50 }),
    sighash: fc.constantFrom(null, ...names.keys()),
  }),
  { selector: ({ index }) => index, minLength: 1, maxLength: 6 },
)
const inputsForm = sighashForm.chain((toSighash) =>
  fc.constantFrom<(inputs: readonly SigningInput[]) => unknown>(
    (inputs) => inputs.map(({ address, index, sighash }) => ({ address, index, ...toSighash(sighash) })),
    (inputs) =>
      inputs.map(({ address, index, sighash }) => ({
        address,
        signingIndexes: [index],
        ...toSighash(sighash),
      })),
    (inputs) =>
      inputs.flatMap(({ address, index, sighash }) => {
        const one = { address, index, ...toSighash(sighash), publicKey: "02ab" }
        return [one, one]
      }),
    // These have no room for the parts that are signed, nor for an address.
    (inputs) =>
      inputs.every(({ sighash }) => sighash === null)
        ? Object.fromEntries(
            addresses.flatMap((address) => {
              const own = inputs.filter((one) => one.address === address).map(({ index }) => index)
              return own.length === 0 ? [] : [[address, own]]
            }),
          )
        : inputs.map(({ address, index, sighash }) => ({ address, index, ...toSighash(sighash) })),
  ),
)

const byIndex = (inputs: readonly SigningInput[]) => inputs.toSorted((one, other) => one.index - other.index)

it("reads the same inputs, however a dApp writes a PSBT's request", () => {
  fc.assert(
    fc.property(
      meant,
      inputsForm,
      psbtForm,
      surplus,
      fc.boolean(),
      (inputs, write, text, rest, broadcast) => {
        const read = parsePsbtRequest(
          { ...rest, psbt: text, signInputs: write(inputs), ...(broadcast && { broadcast }) },
          rules,
        )
        expect({ ...read, signInputs: byIndex(read.signInputs) }).toEqual({
          psbt,
          broadcast,
          signInputs: byIndex(inputs),
        })
      },
    ),
    { numRuns: 500 },
  )
})

it("refuses an input that is listed for two addresses or with two types by its name", () => {
  fc.assert(
    fc.property(meant, fc.nat({ max: 5 }), fc.boolean(), (inputs, at, isAddress) => {
      const one = inputs[at % inputs.length]
      if (one === undefined) throw new Error("There is one.")
      const other = isAddress
        ? { ...one, address: addresses.find((address) => address !== one.address) }
        : { ...one, sighash: one.sighash === 1 ? 2 : 1 }
      const signInputs = [...inputs, other].map(({ address, index, sighash }) => ({
        address,
        index,
        sigHash: sighash,
      }))
      expect(() => parsePsbtRequest({ psbt, signInputs }, rules)).toThrow("listed twice, in different ways")
    }),
  )
})

const satoshis = fc.bigInt(1n, 2_100_000_000_000_000n)
const amountForm = fc.constantFrom<(amount: bigint) => unknown>((amount) => amount, String, Number)
const paymentForm = fc.constantFrom<(to: string, amount: unknown) => object>(
  (recipient, amount) => ({ recipient, amount }),
  (recipientAddress, amount) => ({ recipientAddress, amount }),
  (address, amount) => ({ recipients: [{ address, amount }] }),
  (address, amount) => ({
    recipient: address,
    recipientAddress: address,
    amount,
    recipients: [{ address, amount }],
  }),
)

it("reads the same payment, however a dApp writes it, and refuses what contradicts it by name", () => {
  fc.assert(
    fc.property(
      satoshis,
      amountForm,
      paymentForm,
      fc.constantFrom("account", "address"),
      (amount, toAmount, write, payer) => {
        const asked = { ...write("to", toAmount(amount)), [payer]: "bc1qb", memo: null, hello: 1 }
        expect(readPaymentParams(asked, rules)).toEqual({ from: "bc1qb", to: "to", amount })
        const contradictions: readonly (readonly [string, object])[] = [
          ["recipient and recipientAddress differ", { ...asked, recipient: "to", recipientAddress: "thief" }],
          [
            "amount and recipients differ",
            { ...asked, amount: amount === 1n ? 2n : 1n, recipients: [{ address: "to", amount }] },
          ],
          ["address and account differ", { ...asked, account: "bc1qb", address: "bc1qa" }],
          ["memo is", { ...asked, memo: "ab" }],
          ["changeAddress is", { ...asked, changeAddress: "bc1qa" }],
        ]
        for (const [text, given] of contradictions)
          expect(() => readPaymentParams(given, rules)).toThrow(text)
      },
    ),
  )
})

it("reads the same message, however a dApp writes its request", () => {
  const asked = fc.record(
    {
      account: fc.constantFrom(null, "", ...addresses),
      address: fc.constantFrom(null, "", ...addresses),
      protocol: fc.constantFrom(null, "", "ecdsa", "ECDSA", "bip322", "BIP322", "bip322-simple"),
      hello: fc.anything(),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.string(), asked, (message, given) => {
      const read = readMessageParams({ message, ...given }, rules)
      const protocol = given.protocol ? (given.protocol.toLowerCase() === "ecdsa" ? "ecdsa" : "bip322") : null
      // `account` is the wallet's account; `address` is the one that signs.
      expect(read).toEqual({ message, address: given.address || given.account || "bc1qa", protocol })
      expect(() => readMessageParams({ message, ...given, account: "thief" }, rules)).toThrow(
        "account is not",
      )
      expect(() => readMessageParams({ message, ...given, address: "thief" }, rules)).toThrow(
        /^(address|account) is not/,
      )
    }),
  )
})

it("throws only errors for dApps, whatever the params", () => {
  const members = fc.constantFrom(
    "psbt",
    "signInputs",
    "account",
    "address",
    "message",
    "protocol",
    "recipient",
    "recipients",
    "amount",
  )
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.dictionary(members, fc.anything())), (given) => {
      const thrown = [parsePsbtRequest, readPaymentParams, readMessageParams].map((read) =>
        nameOfError(() => read(given, rules)),
      )
      expect(thrown.filter((name) => name !== null && name !== "ProviderRpcError")).toEqual([])
    }),
    { numRuns: 500 },
  )
})

const nameOfError = (run: () => unknown): string | null => {
  try {
    run()
    return null
  } catch (error) {
    return error instanceof Error ? error.name : "no error"
  }
}
