import { readFileSync } from "node:fs"
import { join } from "node:path"
import { schnorr, secp256k1 } from "@noble/curves/secp256k1.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { base64, hex } from "@scure/base"
import * as btc from "@scure/btc-signer"
import { taprootTweakPrivKey } from "@scure/btc-signer/utils.js"
import * as bitcoinjs from "bitcoinjs-lib"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { getToSpendId } from "./bip322.ts"
import { verifyBitcoinSignature } from "./verifyBitcoinSignature.ts"

const vectors = z
  .object({
    tx_hashes: z.array(z.object({ message: z.string(), address: z.string(), to_spend_tx_hash: z.string() })),
    simple: z.array(
      z.object({ message: z.string(), address: z.string(), bip322_signatures: z.array(z.string()) }),
    ),
    error: z.array(
      z.object({
        description: z.string(),
        message: z.string(),
        address: z.string(),
        signature: z.string(),
      }),
    ),
  })
  .parse(
    JSON.parse(
      readFileSync(
        join(import.meta.dirname, "../../../../vectors/bip322/basic-test-vectors.json"),
        "utf8",
      ).toString(),
    ),
  )

const getScript = (address: string) => bitcoinjs.address.toOutputScript(address)

describe("verifyBitcoinSignature with BIP-322's vectors", () => {
  it("commits to the published transactions", () => {
    expect(vectors.tx_hashes).toHaveLength(3)
    for (const { address, message, to_spend_tx_hash } of vectors.tx_hashes)
      expect(hex.encode(getToSpendId(getScript(address), new TextEncoder().encode(message)))).toBe(
        to_spend_tx_hash,
      )
  })

  it("accepts every signature", () => {
    expect(vectors.simple).toHaveLength(4)
    for (const { address, bip322_signatures, message } of vectors.simple)
      for (const signature of bip322_signatures)
        expect([signature, verifyBitcoinSignature(address, message, signature)]).toEqual([signature, null])
  })

  it.each(vectors.error)("refuses a signature for: $description", ({ address, message, signature }) => {
    expect(verifyBitcoinSignature(address, message, signature)?._tag).toBe("Invalid")
  })
})

const text = "app.example wants you to sign in with your Bitcoin account"
const privateKey = sha256(Uint8Array.of(7))
const others = [sha256(Uint8Array.of(8)), sha256(Uint8Array.of(9))]
const toKey = (key: Uint8Array) => secp256k1.getPublicKey(key, true)
const key = toKey(privateKey)
const threeKeys = [key, ...others.map(toKey)]

/** Signs with bitcoinjs-lib: another implementation of the signature hashes. */
const makeToSign = (script: Uint8Array, message = text) => {
  const tx = new bitcoinjs.Transaction()
  tx.version = 0
  const id = getToSpendId(script, new TextEncoder().encode(message))
  tx.addInput(id.toReversed(), 0, 0)
  tx.addOutput(Uint8Array.of(0x6a), 0n)
  return tx
}
const toDer = (hash: Uint8Array, signer = privateKey, sighash = 1) =>
  Uint8Array.from([...secp256k1.sign(hash, signer, { prehash: false, lowS: true, format: "der" }), sighash])
const toSimple = (witness: readonly Uint8Array[]) => base64.encode(btc.RawWitness.encode([...witness]))
const toFull = (tx: bitcoinjs.Transaction) => base64.encode(tx.toBuffer())
const toPush = (...items: readonly Uint8Array[]) =>
  bitcoinjs.script.compile(items.map((item) => (item.length === 0 ? 0 : item)))

const keyHash = btc.p2pkh(key)
const nested = btc.p2sh(btc.p2wpkh(key))
const multisig = btc.p2ms(2, threeKeys)

const signWitness = (code: Uint8Array, script: Uint8Array, signers = [privateKey], sighash = 1) =>
  signers.map((signer) => toDer(makeToSign(script).hashForWitnessV0(0, code, 0n, sighash), signer, sighash))
const signLegacy = (code: Uint8Array, script: Uint8Array, signers = [privateKey], sighash = 1) =>
  signers.map((signer) => toDer(makeToSign(script).hashForSignature(0, code, sighash), signer, sighash))

const full = (script: Uint8Array, scriptSig: Uint8Array, witness: readonly Uint8Array[] = []) => {
  const tx = makeToSign(script)
  tx.setInputScript(0, scriptSig)
  if (witness.length > 0) tx.setWitness(0, [...witness])
  return toFull(tx)
}

const wsh = btc.p2wsh(multisig)
const shms = btc.p2sh(multisig)
const shwsh = btc.p2sh(wsh)
const single = btc.p2wsh(btc.p2pk(key))
const tweaked = taprootTweakPrivKey(privateKey)
const taproot = btc.p2tr(key.subarray(1))
const signTaproot = (sighash: number) => {
  const hash = makeToSign(taproot.script).hashForWitnessV1(0, [taproot.script], [0n], sighash)
  return Uint8Array.from([...schnorr.sign(hash, tweaked), ...(sighash === 0 ? [] : [sighash])])
}
const [nestedSignature] = signWitness(keyHash.script, nested.script)
const [hashSignature] = signLegacy(keyHash.script, keyHash.script)
const twoOfThree = [new Uint8Array(), ...signWitness(multisig.script, wsh.script, [privateKey, others[1]!])]

const signatures: ReadonlyArray<readonly [string, string, string]> = [
  ["P2TR", taproot.address!, toSimple([signTaproot(0)])],
  ["P2TR with SIGHASH_ALL", taproot.address!, toSimple([signTaproot(1)])],
  ["P2TR, full", taproot.address!, full(taproot.script, new Uint8Array(), [signTaproot(0)])],
  ["P2SH-P2WPKH", nested.address!, toSimple([nestedSignature!, key])],
  [
    "P2SH-P2WPKH, full",
    nested.address!,
    `ful${full(nested.script, toPush(nested.redeemScript!), [nestedSignature!, key])}`,
  ],
  ["P2PKH, full", keyHash.address!, full(keyHash.script, toPush(hashSignature!, key))],
  ["P2WSH 2 of 3", wsh.address!, toSimple([...twoOfThree, multisig.script])],
  [
    "P2WSH of one key",
    single.address!,
    toSimple([...signWitness(single.witnessScript!, single.script), single.witnessScript!]),
  ],
  [
    "P2SH-P2WSH 2 of 3",
    shwsh.address!,
    toSimple([
      new Uint8Array(),
      ...signWitness(multisig.script, shwsh.script, [privateKey, others[0]!]),
      multisig.script,
    ]),
  ],
  [
    "P2SH 2 of 3, full",
    shms.address!,
    full(
      shms.script,
      toPush(new Uint8Array(), ...signLegacy(multisig.script, shms.script, others), multisig.script),
    ),
  ],
]

describe("verifyBitcoinSignature with BIP-322 signatures that bitcoinjs-lib hashed", () => {
  it.each(signatures)("accepts %s", (_, address, signature) => {
    expect(verifyBitcoinSignature(address, text, signature)).toBe(null)
  })

  it.each(signatures)(
    "refuses %s for another message, another address and changed bytes",
    (_, address, signature) => {
      expect(verifyBitcoinSignature(address, `${text}.`, signature)).toMatchObject({ reason: "Signature" })
      const foreign = address === taproot.address ? wsh.address! : taproot.address!
      expect(verifyBitcoinSignature(foreign, text, signature)?._tag).toBe("Invalid")
      const prefix = /^ful/.exec(signature)?.[0] ?? ""
      const bytes = base64.decode(signature.slice(prefix.length))
      for (let at = 0; at < bytes.length; at++) {
        const changed = bytes.slice()
        changed[at] = (changed[at] ?? 0) ^ 1
        // A lock makes it one that cannot be verified; nothing makes it valid.
        const refusal = verifyBitcoinSignature(address, text, prefix + base64.encode(changed))
        expect([at, refusal?._tag]).toEqual([at, expect.stringMatching(/^(?:Invalid|Unknown)$/)])
      }
      for (const cut of [1, 30, bytes.length - 1])
        expect(
          verifyBitcoinSignature(address, text, prefix + base64.encode(bytes.subarray(0, cut)))?._tag,
        ).toBe("Invalid")
      expect(
        verifyBitcoinSignature(address, text, prefix + base64.encode(Uint8Array.of(...bytes, 0)))?._tag,
      ).toBe("Invalid")
    },
  )

  it("refuses signatures that commit to less than everything", () => {
    for (const sighash of [2, 3, 0x81]) {
      const [signature] = signWitness(keyHash.script, nested.script, [privateKey], sighash)
      expect(verifyBitcoinSignature(nested.address!, text, toSimple([signature!, key]))).toMatchObject({
        reason: "Signature",
      })
      expect(verifyBitcoinSignature(taproot.address!, text, toSimple([signTaproot(sighash)]))).toMatchObject({
        reason: "Signature",
      })
    }
  })

  it("refuses a multisig with too few, repeated or unordered signatures", () => {
    const [empty, first, last] = twoOfThree
    for (const items of [
      [empty, first],
      [empty, first, first],
      [empty, last, first],
      [Uint8Array.of(1), first, last],
      [empty, first, last, last],
    ])
      expect(
        verifyBitcoinSignature(wsh.address!, text, toSimple([...(items as Uint8Array[]), multisig.script])),
      ).toMatchObject({ reason: "Signature" })
  })

  it("refuses a script that is not of the taproot address", () => {
    for (const control of [33, 65, 66, 33 + 32 * 129].map((length) => new Uint8Array(length).fill(0xc0)))
      expect(
        verifyBitcoinSignature(taproot.address!, text, toSimple([Uint8Array.of(0x51), control])),
      ).toMatchObject({ reason: "Signature" })
  })

  it("does not know about other scripts, time locks and proofs of funds", () => {
    const other = btc.p2wsh({ type: "wsh", script: Uint8Array.of(0x51) } as never)
    const tree = btc.p2tr(
      key.subarray(1),
      [others[0]!, others[1]!].map((other) => ({ script: btc.p2tr_pk(toKey(other).subarray(1)).script })),
      undefined,
      true,
    )
    const [control, script] = tree.tapLeafScript![0]!
    const leaf = [script.subarray(0, -1), btc.TaprootControlBlock.encode(control)]
    const locked = makeToSign(nested.script)
    locked.locktime = 500_000
    const cases = [
      [other.address!, toSimple([Uint8Array.of(0x51)])],
      [tree.address!, toSimple([new Uint8Array(64), ...leaf])],
      [nested.address!, toFull(locked)],
      [nested.address!, `pof${toFull(makeToSign(nested.script))}`],
    ] as const
    for (const [address, signature] of cases)
      expect(verifyBitcoinSignature(address, text, signature)).toMatchObject({
        _tag: "Unknown",
        reason: "UnsupportedScript",
      })
  })
})

describe("verifyBitcoinSignature with BIP-137 signatures", () => {
  const magic = new TextEncoder().encode("\u0018Bitcoin Signed Message:\n")
  const sign = (header: number, message = text) => {
    const bytes = new TextEncoder().encode(message)
    const hash = sha256(sha256(Uint8Array.from([...magic, bytes.length, ...bytes])))
    const [recovery = 0, ...rest] = secp256k1.sign(hash, privateKey, { prehash: false, format: "recovered" })
    return base64.encode(Uint8Array.from([header + recovery, ...rest]))
  }
  const whole = btc.p2pkh(secp256k1.getPublicKey(privateKey, false))
  const segwit = btc.p2wpkh(key)

  it.each([
    ["P2PKH", keyHash.address!, 31],
    ["P2PKH of an uncompressed key", whole.address!, 27],
    ["P2SH-P2WPKH", nested.address!, 35],
    ["P2WPKH", segwit.address!, 39],
    ["P2WPKH with the header of P2PKH", segwit.address!, 31],
    ["P2TR of the key alone", taproot.address!, 39],
  ] as const)("accepts %s", (_, address, header) => {
    expect(verifyBitcoinSignature(address, text, sign(header))).toBe(null)
    expect(verifyBitcoinSignature(address, text, sign(header, `${text}.`))).toMatchObject({
      reason: "Signature",
    })
  })

  it("refuses the address of another key, of another form of the key, and with a typing error", () => {
    expect(verifyBitcoinSignature(btc.p2wpkh(threeKeys[1]!).address!, text, sign(39))).toMatchObject({
      reason: "Signature",
    })
    expect(verifyBitcoinSignature(keyHash.address!, text, sign(27))).toMatchObject({ reason: "Signature" })
    expect(verifyBitcoinSignature(`${segwit.address!.slice(0, -1)}q`, text, sign(39))).toMatchObject({
      reason: "Address",
    })
  })

  it("refuses numbers outside the group", () => {
    for (const fill of [0, 0xff])
      expect(
        verifyBitcoinSignature(
          segwit.address!,
          text,
          base64.encode(Uint8Array.from([39, ...new Uint8Array(64).fill(fill)])),
        ),
      ).toMatchObject({ reason: "Signature" })
  })
})
