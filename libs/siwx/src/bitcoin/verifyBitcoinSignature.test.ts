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

  describe("with a script of taproot", () => {
    const xOnly = [privateKey, ...others].map((one) => toKey(one).subarray(1))
    const scripts = [
      btc.p2tr_pk(xOnly[1]!).script,
      btc.p2tr_ns(2, [xOnly[0]!, xOnly[1]!])[0]!.script,
      btc.p2tr_ms(2, xOnly).script,
      Uint8Array.of(0x51),
    ]
    const tree = btc.p2tr(
      xOnly[0]!,
      scripts.map((script) => ({ script })),
      undefined,
      true,
    )
    const leaves = scripts.map((script) => {
      const [control] = tree.tapLeafScript!.find(
        ([, leaf]) => hex.encode(leaf.subarray(0, -1)) === hex.encode(script),
      )!
      return [script, btc.TaprootControlBlock.encode(control)] as const
    })
    /** Signs with bitcoinjs-lib's hash for a leaf. */
    const signLeaf = (leaf: number, signer: Uint8Array, sighash = 0, message = text) => {
      const [script] = leaves[leaf]!
      const leafHash = bitcoinjs.crypto.taggedHash("TapLeaf", Uint8Array.of(0xc0, script.length, ...script))
      const tx = makeToSign(tree.script, message)
      const hash = tx.hashForWitnessV1(0, [tree.script], [0n], sighash, leafHash)
      return Uint8Array.from([...schnorr.sign(hash, signer), ...(sighash === 0 ? [] : [sighash])])
    }
    const [first, second, third] = [privateKey, others[0]!, others[1]!]
    const none = new Uint8Array()
    const verifyLeaf = (leaf: number, ...stack: readonly Uint8Array[]) =>
      verifyBitcoinSignature(tree.address!, text, toSimple([...stack, ...leaves[leaf]!]))?.reason ?? "Valid"

    it("accepts one key, all keys, and some of several keys", () => {
      expect(verifyLeaf(0, signLeaf(0, second))).toBe("Valid")
      expect(verifyLeaf(0, signLeaf(0, second, 1))).toBe("Valid")
      expect(verifyLeaf(1, signLeaf(1, second), signLeaf(1, first))).toBe("Valid")
      expect(verifyLeaf(2, signLeaf(2, third), none, signLeaf(2, first))).toBe("Valid")
      expect(verifyLeaf(2, none, signLeaf(2, second), signLeaf(2, first))).toBe("Valid")
      const simple = toSimple([signLeaf(0, second), ...leaves[0]!])
      expect(verifyBitcoinSignature(tree.address!, text, `smp${simple}`)).toBe(null)
      expect(
        verifyBitcoinSignature(
          tree.address!,
          text,
          full(tree.script, none, [signLeaf(0, second), ...leaves[0]!]),
        ),
      ).toBe(null)
    })

    it("refuses other keys, messages, leaves, orders, numbers and sighashes", () => {
      expect(verifyLeaf(0, signLeaf(0, first))).toBe("Signature")
      expect(verifyLeaf(0, signLeaf(0, second, 0, `${text}.`))).toBe("Signature")
      expect(verifyLeaf(0, signLeaf(1, second))).toBe("Signature")
      expect(verifyLeaf(0, signLeaf(0, second, 3))).toBe("Signature")
      expect(verifyLeaf(0, none)).toBe("Signature")
      expect(verifyLeaf(0)).toBe("Signature")
      expect(verifyLeaf(0, signLeaf(0, second), none)).toBe("Signature")
      expect(verifyLeaf(1, signLeaf(1, first), signLeaf(1, second))).toBe("Signature")
      expect(verifyLeaf(1, none, signLeaf(1, first))).toBe("Signature")
      expect(verifyLeaf(2, none, none, signLeaf(2, first))).toBe("Signature")
      expect(verifyLeaf(2, ...[third, second, first].map((one) => signLeaf(2, one)))).toBe("Signature")
      expect(verifyLeaf(2, signLeaf(2, second), none, signLeaf(2, first))).toBe("Signature")
      // The leaf of the address, with the proof of another one.
      const mixed = toSimple([signLeaf(0, second), leaves[0]![0], leaves[1]![1]])
      expect(verifyBitcoinSignature(tree.address!, text, mixed)).toMatchObject({ reason: "Signature" })
      const version = leaves[0]![1].slice()
      version[0] = (version[0] ?? 0) ^ 2
      const upgraded = toSimple([signLeaf(0, second), leaves[0]![0], version])
      expect(verifyBitcoinSignature(tree.address!, text, upgraded)).toMatchObject({ reason: "Signature" })
    })

    it("does not know about other scripts", () => {
      expect(verifyLeaf(3)).toBe("UnsupportedScript")
    })
  })

  it("does not know whether a time lock has ended, and refuses a wrong signature with one", () => {
    const lock = (change: (tx: bitcoinjs.Transaction) => void, isSigned = true) => {
      const tx = makeToSign(nested.script)
      change(tx)
      const hash = tx.hashForWitnessV0(0, keyHash.script, 0n, 1)
      tx.setInputScript(0, toPush(nested.redeemScript!))
      tx.setWitness(0, [toDer(hash, isSigned ? privateKey : others[0]!), key])
      return verifyBitcoinSignature(nested.address!, text, toFull(tx))
    }
    const locks: readonly ((tx: bitcoinjs.Transaction) => void)[] = [
      (tx) => {
        tx.locktime = 500_000
      },
      (tx) => {
        tx.version = 2
        tx.ins[0]!.sequence = 10
      },
    ]
    for (const change of locks) {
      expect(lock(change)).toMatchObject({ _tag: "Unknown", reason: "UnsupportedScript" })
      expect(lock(change, false)).toMatchObject({ _tag: "Invalid", reason: "Signature" })
    }
    expect(lock(() => {})).toBe(null)
    expect(
      lock((tx) => {
        tx.version = 2
      }),
    ).toBe(null)
    // Another version, and a second output, are no `to_sign`.
    expect(
      lock((tx) => {
        tx.version = 1
      }),
    ).toMatchObject({ reason: "Signature" })
    expect(
      lock((tx) => {
        tx.addOutput(Uint8Array.of(0x6a), 0n)
      }),
    ).toMatchObject({ reason: "Signature" })
  })

  it("does not know about other scripts and proofs of funds", () => {
    const other = btc.p2wsh({ type: "wsh", script: Uint8Array.of(0x51) } as never)
    const funded = makeToSign(nested.script)
    funded.addInput(new Uint8Array(32).fill(1), 0, 0)
    const cases = [
      [other.address!, toSimple([Uint8Array.of(0x51)])],
      [nested.address!, toFull(funded)],
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

  it.each([
    ["P2SH-P2WPKH for P2PKH", keyHash.address!, 35],
    ["P2SH-P2WPKH for P2WPKH", segwit.address!, 35],
    ["P2WPKH for P2PKH", keyHash.address!, 39],
    ["P2WPKH for P2SH-P2WPKH", nested.address!, 39],
    ["an uncompressed key for P2WPKH", segwit.address!, 27],
  ] as const)("refuses the header of %s", (_, address, header) => {
    expect(verifyBitcoinSignature(address, text, sign(header))).toMatchObject({ reason: "Signature" })
  })

  it.each([0, 26, 43, 255])("refuses the header %i, which BIP-137 does not have", (header) => {
    const bytes = base64.decode(sign(31))
    bytes[0] = header
    expect(verifyBitcoinSignature(keyHash.address!, text, base64.encode(bytes))?._tag).toBe("Invalid")
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
